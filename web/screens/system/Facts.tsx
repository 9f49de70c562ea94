import { Skeleton, Switch } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Switch.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { releases } from '../../../router/features/releases/contract.ts'
import { system } from '../../../router/features/system/contract.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { query } from '../../client/query.ts'
import { SaveError, SaveNote } from '../../parts/forms/SaveNote.tsx'
import { Failed } from '../../parts/layout/Face.tsx'
import { Fact, Facts as List } from '../../parts/layout/Facts.tsx'
import { Section } from '../../parts/layout/Section.tsx'
import { systemTexts } from '../../texts/system.ts'
import styles from './Facts.module.css'
import { uptime } from './machine.ts'

const words = systemTexts.facts

export function Facts() {
  const release = useQuery(query(releases.release))
  const features = useQuery(query(system.features))
  const up = useQuery(uptime)
  if (release.error && !release.data)
    return (
      <Section title={words.title}>
        <Failed title={words.failed} error={release.error} onRetry={() => void release.refetch()} />
      </Section>
    )
  if (!release.data) return <Skeleton height={220} radius="lg" aria-busy="true" />
  return (
    <Section title={words.title}>
      <List>
        <Fact name={words.version}>{release.data.Current}</Fact>
        <Fact name={words.channel}>{words.channels[release.data.CustomChannel]}</Fact>
        {up.data && <Fact name={words.up}>{up.data.since.toLocaleString()}</Fact>}
        {up.data && <Fact name={words.load}>{words.loadOf(up.data.load1, up.data.load15)}</Fact>}
        {features.data && (
          <Fact name={words.features}>{features.data.map((feature) => words.featureNames[feature]).join(', ')}</Fact>
        )}
      </List>
      <Updates />
    </Section>
  )
}

/** Asked in the first setup already. */
function Updates() {
  const cache = useQueryClient()
  const { data } = useQuery(query(releases.checks))
  const wish = useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? call(releases.check) : call(releases.checkNot)),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(releases.checks) }),
  })
  if (data === undefined) return null
  return (
    <div className={styles.updates}>
      <Switch
        size="md"
        label={words.updates}
        description={words.updatesHint}
        checked={wish.isPending ? wish.variables : data}
        onChange={({ currentTarget }) => wish.mutate(currentTarget.checked)}
      />
      <SaveNote status={wish.status} />
      <SaveError error={wish.error} />
    </div>
  )
}
