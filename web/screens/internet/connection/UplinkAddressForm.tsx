import { TextInput } from '@mantine/core'
import { uplink } from '../../../../router/model/internet/connection/contract.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { textFieldOf } from '../../../parts/forms/textField.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { Choice } from '../links/Choice.tsx'
import { TO_CONFIRM, useGuarded } from '../links/useGuarded.ts'

const words = linkTexts.uplink

interface Answers {
  way: 'dhcp' | 'fixed'
  ip: string
  router: string
  vlan: string
}

/** By DHCP or fixed, with or without a tag: as the provider wants it. */
export function UplinkAddressForm({ config }: { config: InterfaceConfig }) {
  const draft = useDraft<Answers>({
    way: config.DisableDHCP ? 'fixed' : 'dhcp',
    ip: config.IP ?? '',
    router: config.Router ?? '',
    vlan: config.VLAN ?? '',
  })
  const save = useGuarded(({ way, ip, router, vlan }: Answers) => {
    const fixed = way === 'fixed' ? { DisableDHCP: true, IP: ip.trim(), Router: router.trim() } : { DisableDHCP: false }
    return call(uplink.ip, { query: TO_CONFIRM, body: { Name: config.Name, VLAN: vlan.trim(), ...fixed } })
  }, draft.settle)
  const complaint = complaintOf(save.error, draft.fields.way === 'fixed' ? ['IP', 'Router', 'VLAN'] : ['VLAN'])
  const field = textFieldOf(draft.fields, draft.type)
  return (
    <DraftSection
      changes={uplink.ip}
      title={words.title}
      hint={words.hint}
      isGuarded
      draft={draft}
      save={save}
      onSubmit={() => save.mutate(draft.fields)}
      error={complaint.rest ? save.error : null}
    >
      <Choice
        label={words.title}
        options={(['dhcp', 'fixed'] as const).map((value) => ({
          value,
          name: words.ways[value],
          term: words.wayTerm[value],
        }))}
        value={draft.fields.way}
        onChange={(way) => draft.type({ way })}
      />
      {draft.fields.way === 'fixed' && (
        <>
          <TextInput label={words.ip} placeholder={words.ipPlaceholder} {...field('ip', complaint.fields.IP)} />
          <TextInput
            label={words.router}
            placeholder={words.routerPlaceholder}
            {...field('router', complaint.fields.Router)}
          />
        </>
      )}
      <TextInput
        label={
          <>
            {words.vlan} <code>{words.vlanTerm}</code>
          </>
        }
        description={words.vlanHint}
        inputMode="numeric"
        {...field('vlan', complaint.fields.VLAN)}
      />
    </DraftSection>
  )
}
