import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { IconListSearch, IconSearch, IconWorldQuestion } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { dnsLog } from '../../../../../router/model/dns/querylog/contract.ts'
import { call } from '../../../../client/client.ts'
import { Failure } from '../../../../client/failure.ts'
import { keyOf } from '../../../../client/keys.ts'
import { may } from '../../../../client/may.ts'
import { query } from '../../../../client/query.ts'
import { Confirmed } from '../../../../parts/dialogs/Confirmed.tsx'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../../parts/layout/Face.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { includesWords } from '../../../../parts/lists/fold.ts'
import { News } from '../../../../parts/lists/ListUpdates.tsx'
import { usePausedList } from '../../../../parts/lists/usePausedList.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { ownRules } from '../../../dns/blocklists/rules/ownRules.ts'
import { useSetRule } from '../../../dns/blocklists/rules/useSetRule.ts'
import { useFilter } from '../../../dns/blocklists/useLists.ts'
import { NameLine } from './NameLine.tsx'
import styles from './Names.module.css'
import { askedOf, type QueriedDomain } from './query.ts'

const words = deviceTexts.log
const LOOK_AGAIN_MS = 5000
const AT_ONCE = 50

/** The DNS queries of the device, newest first, each with a button to block or allow the domain. */
export function NameLog({ ip, who }: { ip: string; who: string }) {
  const { data, error, refetch } = useQuery({
    ...query(dnsLog.history, { params: { ip }, query: {} }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
  // The router has no history for a device that has not sent a query.
  const isNew = error instanceof Failure && error.reason === 'missing'
  const asked = useMemo(() => (isNew ? [] : data && askedOf(data)), [isNew, data])
  return (
    <Section title={words.title} note={asked && asked.length > 0 && may(dnsLog.forget) && <ForgetLog ip={ip} />}>
      {asked?.length === 0 ? (
        <Face icon={<IconWorldQuestion size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
      ) : asked ? (
        <Lines asked={asked} ip={ip} who={who} />
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={240} radius="md" />
      )}
    </Section>
  )
}

function Lines({ asked, ip, who }: { asked: readonly QueriedDomain[]; ip: string; who: string }) {
  const [typed, setTyped] = useState('')
  const [which, setWhich] = useState<'all' | 'blocked'>('all')
  const [most, setMost] = useState(AT_ONCE)
  const { data: filter } = useFilter()
  const rules = useMemo(() => (filter ? ownRules(filter) : []), [filter])
  const setRule = useSetRule()
  const still = usePausedList(asked)
  const sought = useDeferredValue(typed.trim())
  const chosen = ({ name, outcome }: QueriedDomain) =>
    includesWords(name, sought) && (which === 'all' || outcome === 'BLOCKED')
  const found = still.lines.filter(chosen)
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
      <News isHeld={still.isHeld} count={still.fresh.filter(chosen).length} onShow={still.goOn} />
      {found.length > 0 ? (
        <ul className={styles.lines} {...still.list}>
          {found.slice(0, most).map((one) => (
            <NameLine
              key={`${one.name} ${one.outcome} ${one.verdict} ${one.by}`}
              asked={one}
              ip={ip}
              who={who}
              rules={rules}
              onSetRule={setRule}
            />
          ))}
        </ul>
      ) : (
        <Face icon={<IconListSearch size={32} stroke={1.5} />} title={words.noMatch} hint={words.noMatchHint} />
      )}
      <Group mt="sm">
        {found.length > most && (
          <Button variant="default" onClick={() => setMost(most + AT_ONCE)}>
            {words.more}
          </Button>
        )}
        <ButtonLink to="/admin/dns/log" search={{ client: ip }} variant="default">
          {words.days}
        </ButtonLink>
      </Group>
    </>
  )
}

/** Deletes the DNS log of the device after a confirmation. */
function ForgetLog({ ip }: { ip: string }) {
  const cache = useQueryClient()
  const forget = useMutation({
    mutationFn: () => call(dnsLog.forget, { params: { ip } }),
    onSuccess: async () => {
      await cache.resetQueries({ queryKey: keyOf(dnsLog.history) })
    },
  })
  return (
    <Confirmed title={words.deleteTitle} hint={words.deleteHint} confirm={words.deleteConfirm} action={forget}>
      {(open) => (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={open}>
          {words.delete}
        </Button>
      )}
    </Confirmed>
  )
}
