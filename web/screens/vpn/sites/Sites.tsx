import { sites } from '../../../../router/model/vpn/sites/contract.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ResourceList, ResourceRow } from '../../../parts/lists/ResourceList.tsx'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { siteTexts as texts } from '../../../texts/vpn/sites.ts'
import { tunnelFaultWords } from '../tunnels/faultWords.ts'
import { useSites } from './useSites.ts'

/** Other homes that are connected with this one. */
export const Sites = () => (
  <ResourceList
    title={texts.title}
    hint={texts.hint}
    note={
      <Permitted to={sites.update}>
        <ButtonLink to="/admin/vpn/site" variant="default" size="compact-md">
          {texts.add}
        </ButtonLink>
      </Permitted>
    }
    query={useSites()}
    failed={texts.failed}
    empty={texts.empty}
  >
    {({ Name, State, Fault, Notice, Coded, Peer }) => (
      <ResourceRow
        key={Name}
        to="/admin/vpn/site"
        search={{ name: Name }}
        name={Name}
        status={texts.states[State] ?? tunnelFaultWords(Fault)}
        data-state={State}
      >
        {Peer && <span>{texts.networks(Peer.Networks)}</span>}
        {Notice !== '' && (
          <span>
            <TranslatedMessage of={Notice} coded={Coded} />
          </span>
        )}
      </ResourceRow>
    )}
  </ResourceList>
)
