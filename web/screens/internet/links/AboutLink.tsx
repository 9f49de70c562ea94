import { Button } from '@mantine/core'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Fact, Facts } from '../../../parts/layout/Facts.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts/internet/links.ts'
import type { Link } from './link.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

/** The kernel's data of a port, and a button to bring it up again where it was taken down temporarily. */
export function AboutLink({ link: { name, config, state, mac, addresses, tags } }: { link: Link }) {
  const isHousehold = config?.Type === 'Downlink' || config?.Type === 'AP'
  const bringUp = useGuarded(() =>
    call(links.setState, { params: { interface: name, state: 'up' }, query: TO_CONFIRM }),
  )
  return (
    <Section title={texts.link.about}>
      <Facts>
        <Fact name={texts.link.state}>{texts.ports.states[state]}</Fact>
        {mac !== '' && (
          <Fact name={texts.link.mac}>
            <code>{mac}</code>
          </Fact>
        )}
        <Fact name={texts.link.addresses}>
          {isHousehold && texts.link.perDevice} <code>{addresses.join(' ')}</code>
          {!isHousehold && addresses.length === 0 && texts.link.noAddress}
        </Fact>
        {tags.length > 0 && (
          <Fact name={texts.downlink.vlan}>
            <code>{tags.join(' ')}</code>
          </Fact>
        )}
      </Facts>
      {state === 'down' && (
        <>
          <p>{texts.link.down}</p>
          <Permitted to={links.setState}>
            <Button variant="default" mt="sm" loading={bringUp.isPending} onClick={() => bringUp.mutate(undefined)}>
              {texts.link.bringUp}
            </Button>
          </Permitted>
          <SaveError error={bringUp.error} />
        </>
      )}
    </Section>
  )
}
