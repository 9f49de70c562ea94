import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { type PppStatus, ppp } from '../../../../router/model/internet/ppp/contract.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { textFieldOf } from '../../../parts/forms/textField.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { linkTexts as links } from '../../../texts/internet/links.ts'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import { savedPppoeFields } from './pppoe.ts'
import { usePppoe } from './usePppoe.ts'

const texts = uplinkTexts.ppp

type Settings = ReturnType<typeof usePppoe>['settings']['data']

/** The PPPoE session of a port: its state, and its settings. */
export function Pppoe({ config }: { config: InterfaceConfig }) {
  const session = usePppoe(config.Name)
  const { settings, status } = session
  return (
    <Section changes={ppp.configure} title={texts.title} hint={texts.hint}>
      {settings.data !== undefined ? (
        <>
          {settings.data && status.data && <State status={status.data} />}
          <Fields
            key={settings.data ? 'saved' : 'new'}
            saved={settings.data}
            tag={config.VLAN ?? ''}
            save={session.save}
          />
          {settings.data && <End end={session.end} />}
        </>
      ) : (
        <LoadState title={texts.failed} query={settings} height={120} radius="lg" />
      )}
    </Section>
  )
}

const State = ({ status: { State: state, Address, Gateway, MTU, PPPIface } }: { status: PppStatus }) => (
  <FactList>
    <Fact name={texts.state}>
      <span role="status">{texts.states[state]}</span>
    </Fact>
    <Fact name={texts.session}>
      <code>{PPPIface}</code>
    </Fact>
    {Address && (
      <Fact name={texts.address}>
        <code>{Address}</code>
      </Fact>
    )}
    {Gateway && (
      <Fact name={texts.gateway}>
        <code>{Gateway}</code>
      </Fact>
    )}
    {MTU > 0 && <Fact name={texts.size}>{texts.bytes(MTU)}</Fact>}
  </FactList>
)

interface FieldsProps {
  saved: NonNullable<Settings> | null
  /** The 802.1Q tag that the port has as an uplink over a cable. */
  tag: string
  save: ReturnType<typeof usePppoe>['save']
}

function Fields({ saved, tag, save }: FieldsProps) {
  const draft = useDraft(savedPppoeFields(saved, tag))
  const { fields } = draft
  const { fields: errors, rest } = complaintOf(save.error, ['Username', 'Secret', 'VLAN', 'MTU'])
  const field = textFieldOf(fields, draft.type)
  return (
    <DraftForm
      draft={draft}
      save={save}
      onSubmit={() => save.mutate(fields, { onSuccess: draft.settle })}
      error={rest ? save.error : null}
      submitHint={links.confirmHint}
    >
      <TextInput
        label={texts.username}
        placeholder={texts.usernamePlaceholder}
        {...field('username', errors.Username)}
      />
      <PasswordInput
        label={texts.password}
        {...(saved && { description: texts.passwordKept })}
        {...field('password', errors.Secret)}
      />
      <More label={texts.advanced} isOpen={fields.vlan !== '' || fields.mtu !== '' || !!errors.VLAN || !!errors.MTU}>
        <TextInput
          label={
            <>
              {texts.vlan} <code>{texts.vlanTerm}</code>
            </>
          }
          description={texts.vlanHint}
          inputMode="numeric"
          {...field('vlan', errors.VLAN)}
        />
        <TextInput
          mt="sm"
          label={
            <>
              {texts.mtu} <code>{texts.mtuTerm}</code>
            </>
          }
          description={texts.mtuHint}
          inputMode="numeric"
          {...field('mtu', errors.MTU)}
        />
      </More>
    </DraftForm>
  )
}

/** The port becomes an uplink without a session again. */
function End({ end }: { end: ReturnType<typeof usePppoe>['end'] }) {
  return (
    <Confirmed title={texts.endTitle} hint={texts.endHint} confirm={texts.endConfirm} action={end}>
      {(open) => (
        <Button variant="default" mt="md" onClick={open}>
          {texts.end}
        </Button>
      )}
    </Confirmed>
  )
}
