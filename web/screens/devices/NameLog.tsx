import { Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Skeleton.css'
import { IconListSearch, IconSearch, IconWorldQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { dnsLog } from '../../../router/features/dnslog/contract.ts'
import { Failure } from '../../client/failure.ts'
import { query } from '../../client/query.ts'
import { Face, Failed } from '../../parts/Face.tsx'
import { SaveError } from '../../parts/SaveNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { deviceTexts } from '../../texts/device.ts'
import { type Asked, askedOf, rulesOf } from './asked.ts'
import { ForgetLog } from './ForgetLog.tsx'
import { NameLine } from './NameLine.tsx'
import styles from './Names.module.css'
import { useFiltering } from './useFiltering.ts'

const words = deviceTexts.log
const LOOK_AGAIN_MS = 5000
const AT_ONCE = 50

/** What the device looked up, newest first, with a button beside each name that changes what it hears next time. */
export function NameLog({ ip }: { ip: string }) {
  const { data, error, refetch } = useQuery({
    ...query(dnsLog.history, { params: { ip }, query: {} }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const asked = useMemo(() => data && askedOf(data), [data])
  // Of whom nothing is known, nothing was asked.
  const isNew = error instanceof Failure && error.reason === 'missing'
  return (
    <Section title={words.title} note={asked && asked.length > 0 && <ForgetLog ip={ip} />}>
      {isNew || asked?.length === 0 ? (
        <Face icon={<IconWorldQuestion size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
      ) : error ? (
        <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : asked ? (
        <Lines asked={asked} ip={ip} />
      ) : (
        <Skeleton height={240} radius="md" aria-busy="true" />
      )}
    </Section>
  )
}

function Lines({ asked, ip }: { asked: readonly Asked[]; ip: string }) {
  const [typed, setTyped] = useState('')
  const [which, setWhich] = useState<'all' | 'blocked'>('all')
  const [most, setMost] = useState(AT_ONCE)
  const { config, act } = useFiltering(ip)
  const sought = useDeferredValue(typed.trim().toLowerCase())
  const rules = rulesOf(
    (config.data?.OverrideLists ?? []).flatMap(({ PermitDomains, BlockDomains }) => [
      ...PermitDomains,
      ...BlockDomains,
    ]),
    ip,
  )
  const found = asked.filter(({ name, outcome }) => name.includes(sought) && (which === 'all' || outcome === 'BLOCKED'))
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          type="search"
          className={styles.grow}
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={18} stroke={1.6} />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <SegmentedControl
          value={which}
          onChange={setWhich}
          aria-label={words.title}
          data={[
            { value: 'all', label: words.all },
            { value: 'blocked', label: words.outcomes.BLOCKED },
          ]}
        />
      </div>
      <SaveError error={act.error} />
      {found.length > 0 ? (
        <ul className={styles.lines}>
          {found.slice(0, most).map((one) => (
            <NameLine
              key={`${one.name} ${one.outcome} ${one.reason}`}
              asked={one}
              rules={rules}
              onSay={(type) => act.mutate((filter) => filter.say(type, one.name))}
            />
          ))}
        </ul>
      ) : (
        <Face icon={<IconListSearch size={32} stroke={1.5} />} title={words.noMatch} hint={words.noMatchHint} />
      )}
      {found.length > most && (
        <Button variant="default" mt="sm" onClick={() => setMost(most + AT_ONCE)}>
          {words.more}
        </Button>
      )}
    </>
  )
}
