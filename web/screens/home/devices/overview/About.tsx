import { isPending } from '../../../../../router/model/home/devices/device.ts'
import { Fact, FactList } from '../../../../parts/layout/FactList.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { seenAt } from '../ago.ts'
import { connectionOf, isConnected, type ShownDevice } from '../entry.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useLinkName } from '../useLinkName.ts'

/** Read-only facts about a device. */
export function About({ entry }: { entry: ShownDevice }) {
  const { identity, device } = entry
  const { MAC, RecentIP, WGPubKey, DHCPFirstTime, DHCPFirstInterface, DHCPLastTime, DHCPLastInterface, PSKEntry } =
    device
  const nameOf = useLinkName(DHCPFirstInterface, DHCPLastInterface)
  // Leases and wifi do not concern a device that connects only through VPN.
  const isRemote = connectionOf(entry) === 'vpn'
  return (
    <Section title={deviceTexts.about}>
      <FactList>
        {MAC !== '' && !isPending(identity) && <Code name={deviceTexts.mac}>{MAC}</Code>}
        <Code name={deviceTexts.ip}>{RecentIP}</Code>
        {WGPubKey !== '' && <Code name={deviceTexts.key}>{WGPubKey}</Code>}
        {isRemote || (
          <>
            <Fact name={deviceTexts.first}>{seen(DHCPFirstTime)}</Fact>
            {DHCPFirstInterface !== '' && <Fact name={deviceTexts.firstLink}>{nameOf(DHCPFirstInterface)}</Fact>}
            <Fact name={deviceTexts.last}>{isConnected(entry) ? deviceTexts.now : seen(DHCPLastTime)}</Fact>
            {DHCPLastInterface !== '' && <Fact name={deviceTexts.lastLink}>{nameOf(DHCPLastInterface)}</Fact>}
            <Fact name={deviceTexts.security}>{deviceTexts.securities[PSKEntry.Type]}</Fact>
          </>
        )}
      </FactList>
    </Section>
  )
}

const Code = ({ name, children }: { name: string; children: string }) => (
  <Fact name={name}>{children === '' ? deviceTexts.none : <code>{children}</code>}</Fact>
)

function seen(text: string) {
  const at = seenAt(text)
  return at ? <TimeAgo at={at} /> : deviceTexts.never
}
