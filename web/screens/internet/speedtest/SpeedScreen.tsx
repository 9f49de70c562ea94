import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import type { SpeedTest } from '../../../../router/model/internet/uplinks/status.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import forms from '../../../parts/forms/Form.module.css'
import { ErrorLine, SaveError } from '../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { rateOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { speedTexts } from '../../../texts/internet/speedtest.ts'
import { Gauge } from './Gauge.tsx'
import { OwnWay } from './OwnWay.tsx'
import styles from './Speed.module.css'
import { SpeedTestSource } from './SpeedTestSource.tsx'

/** How fast it goes from here to the router, and from there to the internet. */
export const SpeedScreen = () => (
  <div className={forms.columns}>
    <OwnWay />
    <UplinkSpeeds />
  </div>
)

const words = speedTexts.internet

/** What the router measured over its uplinks. */
function UplinkSpeeds() {
  const { data, error, refetch } = useQuery(query(wan.speeds))
  const { data: config } = useQuery(query(wan.config))
  return (
    <Section title={words.title} hint={words.hint}>
      {data && config ? (
        <>
          <Measured tests={data} />
          <SpeedTestSource url={config.SpeedTestURL} />
        </>
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={180} />
      )}
    </Section>
  )
}

function Measured({ tests }: { tests: readonly SpeedTest[] }) {
  const run = useMutation({
    mutationFn: () => call(wan.measureActive),
    onSettled: () => readAgain(wan.speeds),
  })
  const shown: readonly (SpeedTest | undefined)[] = tests.length > 0 ? tests : [undefined]
  return (
    <>
      {shown.map((test) => (
        <Uplink key={test?.Iface ?? ''} test={test} isRunning={run.isPending} />
      ))}
      <div className={forms.form}>
        <div className={styles.act}>
          <Button loading={run.isPending} onClick={() => run.mutate()}>
            {tests.length > 0 ? words.again : words.start}
          </Button>
        </div>
        <SaveError error={run.error} />
      </div>
    </>
  )
}

function Uplink({ test, isRunning }: { test: SpeedTest | undefined; isRunning: boolean }) {
  const rate = test && !test.Error ? test.DownMbps * 1e6 : 0
  return (
    <>
      <Gauge
        rate={rate}
        reading={rate > 0 ? rateOf(rate) : words.nothing}
        words={isRunning ? words.busy : test ? words.over(test.Iface) : words.never}
      />
      {test && (
        <p className={styles.when}>
          <time dateTime={new Date(test.Time * 1000).toISOString()}>
            {new Date(test.Time * 1000).toLocaleString(locale)}
          </time>
        </p>
      )}
      {test?.Error && <ErrorLine message={<TranslatedMessage of={test.Error} coded={test.Coded} />} />}
    </>
  )
}
