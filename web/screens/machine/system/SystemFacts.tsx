import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { releases } from '../../../../router/model/machine/releases/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { query } from '../../../client/query.ts'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { systemTexts } from '../../../texts/machine/system.ts'
import { uptime } from './machine.ts'

const words = systemTexts.facts

export function SystemFacts() {
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
      <FactList>
        <Fact name={words.version}>{release.data.Current}</Fact>
        {up.data && <Fact name={words.up}>{up.data.since.toLocaleString(locale)}</Fact>}
        {up.data && <Fact name={words.load}>{words.loadOf(up.data.load1, up.data.load15)}</Fact>}
        {features.data && (
          <Fact name={words.features}>{features.data.map((feature) => words.featureNames[feature]).join(', ')}</Fact>
        )}
        <Fact name={words.licenses}>
          <License path="/licenses.txt">{words.licensesOf.app}</License>{' '}
          <License path="/pages/licenses.txt">{words.licensesOf.documentation}</License>
        </Fact>
      </FactList>
    </Section>
  )
}

/** A file that the builds of the app and of the documentation make (bin/licenses.ts). */
const License = ({ path, children }: { path: string; children: string }) => (
  <a href={path} target="_blank" rel="noreferrer">
    {children}
  </a>
)
