import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { wan } from '../../../router/features/wan/contract.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { query } from '../../client/query.ts'
import { rateOf } from '../../parts/amount.ts'
import { Failed } from '../../parts/Face.tsx'
import forms from '../../parts/Form.module.css'
import { SaveError } from '../../parts/SaveNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { speedTexts } from '../../texts/speed.ts'
import styles from './Speed.module.css'

const words = speedTexts.internet

/** What the router measured over its uplinks. */
export function Internet() {
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery(query(wan.speeds))
  const run = useMutation({
    mutationFn: () => call(wan.measureActive),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(wan.speeds) }),
  })
  return (
    <Section title={words.title} hint={words.hint}>
      {data?.map((test) => (
        <div key={test.Iface} className={styles.uplink}>
          <p>
            <strong>{test.Error ?? rateOf((test.DownMbps * 1e6) / 8)}</strong>
          </p>
          <p className={styles.note}>
            <code>{test.Iface}</code>, <time dateTime={test.Time}>{new Date(test.Time).toLocaleString()}</time>
          </p>
        </div>
      ))}
      {data?.length === 0 && <p className={styles.note}>{words.never}</p>}
      {!data && error && <Failed title={words.failed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={44} aria-busy="true" />}
      <div className={forms.form}>
        <div>
          <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
            {words.start}
          </Button>
        </div>
        <SaveError error={run.error} />
      </div>
    </Section>
  )
}
