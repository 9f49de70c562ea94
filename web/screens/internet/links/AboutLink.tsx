import { Button } from '@mantine/core'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { linkTexts } from '../../../texts/internet/links.ts'
import type { PhysicalLink } from './link.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

/** The kernel's data of a port, and a button to bring it up again where it was taken down temporarily. */
export function AboutLink({ link: { name, config, state, mac, addresses, tags } }: { link: PhysicalLink }) {
  const isHousehold = config?.Type === 'Downlink' || config?.Type === 'AP'
  const bringUp = useGuarded(() =>
    call(links.setState, { params: { interface: name, state: 'up' }, query: TO_CONFIRM }),
  )
  return (
    <Section title={linkTexts.link.about}>
      <FactList>
        <Fact name={linkTexts.link.state}>{linkTexts.ports.states[state]}</Fact>
        {mac !== '' && (
          <Fact name={linkTexts.link.mac}>
            <code>{mac}</code>
          </Fact>
        )}
        <Fact name={linkTexts.link.addresses}>
          {isHousehold && linkTexts.link.perDevice} <code>{addresses.join(' ')}</code>
          {!isHousehold && addresses.length === 0 && linkTexts.link.noAddress}
        </Fact>
        {tags.length > 0 && (
          <Fact name={linkTexts.downlink.vlan}>
            <code>{tags.join(' ')}</code>
          </Fact>
        )}
      </FactList>
      {state === 'down' && (
        <>
          <p>{linkTexts.link.down}</p>
          <Permitted to={links.setState}>
            <Button variant="default" mt="sm" loading={bringUp.isPending} onClick={() => bringUp.mutate(undefined)}>
              {linkTexts.link.bringUp}
            </Button>
          </Permitted>
          <SaveError error={bringUp.error} />
        </>
      )}
    </Section>
  )
}
