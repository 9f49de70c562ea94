import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Explanation, explain } from '../../../../../router/model/firewall/explain/contract.ts'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { may } from '../../../../client/may.ts'
import { query } from '../../../../client/query.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { TranslatedMessage } from '../../../../parts/values/TranslatedMessage.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { useKnownGroups } from '../../groups/useGroups.ts'
import type { ShownDevice } from '../entry.ts'
import styles from './Reach.module.css'
import { groupFor, type Remedy, remediesFor, tagIn } from './remedy.ts'
import { type Aim, portsText } from './service.ts'
import { useRemedy } from './useRemedy.ts'

const words = deviceTexts.reach

interface ReachDecisionProps {
  entry: ShownDevice
  all: readonly ShownDevice[]
  /** The sender: the device of this page, or the other end. */
  way: 'out' | 'in'
  /** In the format of the API. */
  other: string
  aim: Aim
  /** The purpose, as text. */
  what: string
}

/** The decision of the router, and buttons that would change it. */
export function ReachDecision({ entry, all, way, other, aim, what }: ReachDecisionProps) {
  const [from, to] = way === 'out' ? [entry.identity, other] : [other, entry.identity]
  const { data, error } = useQuery({
    ...query(explain.packet, { query: { from, to, ...aim } }),
    staleTime: 0,
    retry: false,
  })
  if (error) return <SaveError error={error} />
  if (!data) return <Skeleton height={120} radius="lg" aria-busy="true" />
  const Icon = data.Passes ? IconCircleCheck : IconCircleX
  const opener = byAddress(all, data.From.IP)
  return (
    <Section title={words.because}>
      <div className={styles.answer} data-passes={data.Passes} role="status">
        <Icon size={28} stroke={1.6} aria-hidden />
        <p>
          <strong>{data.Passes ? words.passes : words.refused}.</strong>{' '}
          <TranslatedMessage of={data.Text} coded={data.Coded} />
        </p>
      </div>
      {data.Ports.length > 1 && <p className="quiet">{portsSentence(data.Ports)}</p>}
      {!data.Passes && data.To.Kind === 'unassigned' && <p className="quiet">{words.away}</p>}
      {opener && may(devices.update) && <Remedies opener={opener} all={all} explanation={data} aim={aim} what={what} />}
    </Section>
  )
}

interface RemediesProps {
  opener: ShownDevice
  all: readonly ShownDevice[]
  explanation: Parameters<typeof remediesFor>[0]
  aim: Aim
  what: string
}

/** Buttons that allow the connection, or remove the permission. */
export function Remedies({ opener, all, explanation, aim, what }: RemediesProps) {
  const known = useKnownGroups().map(({ Name }) => Name)
  const target = byAddress(all, explanation.To.IP)
  const name = target?.name ?? explanation.To.IP
  const group = target ? groupFor(opener, target, known) : ''
  const remedy = useRemedy({
    from: opener,
    to: { ip: explanation.To.IP, name, entry: target },
    aim,
    what,
    ports: explanation.Ports,
    group,
    tag: tagIn(explanation.By.Rule, opener.device),
    all,
  })
  const remedies = remediesFor(explanation, opener.device)
  if (remedies.length === 0) return null
  const says: Record<Remedy, readonly [string, string]> = {
    endpoint: [words.endpoint(name, what), words.endpointHint(opener.name)],
    group: [words.group(opener.name, name), words.groupHint(group)],
    wan: [words.wan, words.wanHint(opener.name)],
    lift: [words.lift, words.liftHint(opener.name)],
  }
  return (
    <ul className={styles.remedies} aria-label={words.remedies}>
      {remedies.map((one) => (
        <li key={one} className={styles.remedy}>
          <Button
            variant="default"
            className={styles.act}
            loading={remedy.isPending && remedy.variables === one}
            onClick={() => remedy.mutate(one)}
          >
            {says[one][0]}
          </Button>
          <span className="quiet">{says[one][1]}</span>
        </li>
      ))}
      <SaveError error={remedy.error} />
    </ul>
  )
}

/** Open and closed ports of a service. */
function portsSentence(ports: Explanation['Ports']): string {
  const [open, closed] = [ports.filter(({ Passes }) => Passes), ports.filter(({ Passes }) => !Passes)]
  return [open.length > 0 && words.open(portsText(open)), closed.length > 0 && words.closed(portsText(closed))]
    .filter((part) => part !== false)
    .join(' ')
}

export const byAddress = (all: readonly ShownDevice[], ip: string): ShownDevice | undefined =>
  all.find(({ device }) => device.RecentIP === ip)
