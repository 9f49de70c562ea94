import { Link } from '@tanstack/react-router'
import { tunnels as operations } from '../../../../../router/model/vpn/tunnels/contract.ts'
import { may } from '../../../../client/may.ts'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Fact, FactList } from '../../../../parts/layout/FactList.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { tunnelTexts } from '../../../../texts/vpn/tunnels.ts'
import { exitsUsedBy } from '../../../vpn/tunnels/exit.ts'
import { exitStateWords } from '../../../vpn/tunnels/faultWords.ts'
import { useExits, useTunnels } from '../../../vpn/tunnels/useTunnels.ts'
import type { ShownDevice } from '../entry.ts'

const texts = tunnelTexts.device

/** The tunnels that the device uses. Nothing on a router without tunnels. */
export function LeavesThrough({ entry: { identity, device } }: { entry: ShownDevice }) {
  const tunnels = useTunnels().data
  const exits = useExits().data
  if (!tunnels || tunnels.length === 0 || !exits) return null
  const used = exitsUsedBy(identity, device, exits)
  return (
    <Section title={texts.title}>
      <FactList>
        {used.map(({ Name, Traffic, Networks, Domains, Active, Fault }) => (
          <Fact key={Name} name={Traffic === 'all' ? texts.all : texts.listed(Networks.length + Domains.length)}>
            {exitStateWords({ Active, Fault })}{' '}
            <Link to="/admin/vpn/exit" search={{ name: Name }}>
              {texts.via(Name)}
            </Link>
          </Fact>
        ))}
        {!used.some(({ Traffic }) => Traffic === 'all') && (
          <Fact name={used.length > 0 ? texts.rest : texts.all}>{texts.internet}</Fact>
        )}
      </FactList>
      {used.length === 0 && may(operations.updateExit) && (
        <ButtonLink to="/admin/vpn/exit" search={{ device: identity }} variant="default" mt="sm">
          {texts.choose}
        </ButtonLink>
      )}
    </Section>
  )
}
