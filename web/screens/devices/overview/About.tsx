import { isPending } from '../../../../router/features/devices/device.ts'
import { Fact, Facts } from '../../../parts/layout/Facts.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import { ago, seenAt } from '../ago.ts'
import type { Entry } from '../entry.ts'

/** Read-only facts about a device. */
export function About({ entry: { identity, device, status } }: { entry: Entry }) {
  const { MAC, RecentIP, WGPubKey, DHCPLastInterface, DHCPFirstTime, DHCPLastTime, PSKEntry } = device
  return (
    <Section title={texts.device.about}>
      <Facts>
        {MAC !== '' && !isPending(identity) && <Code name={texts.device.mac}>{MAC}</Code>}
        <Code name={texts.device.ip}>{RecentIP}</Code>
        {WGPubKey !== '' && <Code name={texts.device.key}>{WGPubKey}</Code>}
        {DHCPLastInterface !== '' && <Code name={texts.device.link}>{DHCPLastInterface}</Code>}
        <Fact name={texts.device.first}>{seen(DHCPFirstTime)}</Fact>
        <Fact name={texts.device.last}>{status === 'online' ? texts.device.now : seen(DHCPLastTime)}</Fact>
        <Fact name={texts.device.security}>{texts.device.securities[PSKEntry.Type]}</Fact>
      </Facts>
    </Section>
  )
}

const Code = ({ name, children }: { name: string; children: string }) => (
  <Fact name={name}>{children === '' ? texts.device.none : <code>{children}</code>}</Fact>
)

function seen(text: string) {
  const at = seenAt(text)
  if (!at) return texts.device.never
  return (
    <time dateTime={at.toISOString()} title={at.toLocaleString()}>
      {ago(at, new Date())}
    </time>
  )
}
