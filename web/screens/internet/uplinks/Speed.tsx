import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { ErrorLine, SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Fact } from '../../../parts/layout/FactList.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { linkTexts } from '../../../texts/internet/links.ts'
import { ago } from '../../home/devices/ago.ts'
import styles from './Uplinks.module.css'

const words = linkTexts.uplinks

/** How fast the uplink was when it was last measured, and a way to measure it again. */
export function Speed({ link, isReady }: { link: string; isReady: boolean }) {
  const { data: speeds } = useQuery(query(wan.speeds))
  const last = speeds?.find(({ Iface }) => Iface === link)
  const measure = useMutation({
    mutationFn: () => call(wan.measure, { params: { interface: link } }),
    onSettled: () => readAgain(wan.speeds),
  })
  return (
    <>
      <Fact name={words.speed}>
        <span className={styles.speed}>
          {last && !last.Error ? (
            <span title={new Date(last.Time * 1000).toLocaleString(locale)}>
              {words.mbps(new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(last.DownMbps))}
              {' · '}
              {ago(new Date(last.Time * 1000), new Date())}
            </span>
          ) : (
            words.notMeasured
          )}
          <Permitted to={wan.measure}>
            <Button
              variant="default"
              size="compact-sm"
              disabled={!isReady}
              loading={measure.isPending}
              onClick={() => measure.mutate()}
            >
              {measure.isPending ? words.measuring : words.measure}
            </Button>
          </Permitted>
        </span>
      </Fact>
      {last?.Error && <ErrorLine message={<TranslatedMessage of={last.Error} coded={last.Coded} />} />}
      <SaveError error={measure.error} />
    </>
  )
}
