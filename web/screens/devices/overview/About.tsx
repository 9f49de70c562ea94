import { isPending } from '../../../../router/features/devices/device.ts'
import { Fact, Facts } from '../../../parts/layout/Facts.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import { ago, seenAt } from '../ago.ts'
import { connectionOf, type Entry, isConnected } from '../entry.ts'

/** Read-only facts about a device. */
export function About({ entry }: { entry: Entry }) {
  const { identity, device } = entry
  const { MAC, RecentIP, WGPubKey, DHCPLastInterface, DHCPFirstTime, DHCPLastTime, PSKEntry } = device
  // Leases and wifi do not concern a device that connects only through VPN.
  const isRemote = connectionOf(entry) === 'vpn'
  return (
    <Section title={texts.device.about}>
      <Facts>
        {MAC !== '' && !isPending(identity) && <Code name={texts.device.mac}>{MAC}</Code>}
        <Code name={texts.device.ip}>{RecentIP}</Code>
        {WGPubKey !== '' && <Code name={texts.device.key}>{WGPubKey}</Code>}
        {DHCPLastInterface !== '' && <Code name={texts.device.link}>{DHCPLastInterface}</Code>}
        {isRemote || (
          <>
            <Fact name={texts.device.first}>{seen(DHCPFirstTime)}</Fact>
            <Fact name={texts.device.last}>{isConnected(entry) ? texts.device.now : seen(DHCPLastTime)}</Fact>
            <Fact name={texts.device.security}>{texts.device.securities[PSKEntry.Type]}</Fact>
          </>
        )}
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
