import { Textarea, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { call } from '../../../client/client.ts'
import { EditForm, useEntryDraft } from '../../../parts/forms/EditForm.tsx'
import { FieldFault } from '../../../parts/forms/FieldFault.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { StateHead } from '../../../parts/layout/StateHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { tunnelTexts } from '../../../texts/vpn/tunnels.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import { itemsInText, textOfItems } from '../../internet/links/lists.ts'
import { newExit } from './exit.ts'
import { exitStateWords } from './faultWords.ts'
import { SelectionFields } from './SelectionFields.tsx'
import { TunnelOrder } from './TunnelOrder.tsx'
import { type ListedExit, type ListedTunnel, useExits, useTunnelChange, useTunnels } from './useTunnels.ts'

const texts = tunnelTexts.exit
const FIELDS = ['name', 'Devices', 'Groups', 'Tags', 'Tunnels', 'Networks', 'Domains'] as const

/** Devices that use tunnels: new ones, or those that the address names. */
export function ExitScreen() {
  const { name, device, tunnel } = useSearch({ from: '/admin/vpn/exit' })
  usePageTitle(name ?? texts.new)
  const exits = useExits()
  const known = useTunnels()
  const { entries, error } = useEntries()
  const before = exits.data?.find(({ Name }) => Name === name)
  return (
    <OnePage
      list="/admin/vpn"
      words={{ ...texts, back: tunnelTexts.back, failed: tunnelTexts.failed }}
      query={{
        data: exits.data && known.data && entries,
        error: exits.error ?? known.error ?? error,
        refetch: () => Promise.all([exits.refetch(), known.refetch()]),
      }}
    >
      {exits.data && known.data && entries && (before || name === undefined) ? (
        <ExitForm
          key={name}
          before={before}
          start={{ device, tunnel }}
          others={exits.data}
          known={known.data}
          entries={entries.filter(({ identity }) => !isPending(identity))}
        />
      ) : null}
    </OnePage>
  )
}

interface ExitFormProps {
  before: ListedExit | undefined
  /** The device and the tunnel that a new one begins with. */
  start: { readonly device?: string | undefined; readonly tunnel?: string | undefined }
  others: readonly ListedExit[]
  known: readonly ListedTunnel[]
  entries: readonly ShownDevice[]
}

function ExitForm({ before, start, others, known, entries }: ExitFormProps) {
  const { fields, type, isIdle } = useEntryDraft(() => {
    const names = (all: readonly { readonly Name: string }[]) => all.map(({ Name }) => Name)
    const { Networks, Domains, ...rest } = before ?? newExit(start, names(known), names(others))
    return { ...rest, networks: textOfItems(Networks), domains: textOfItems(Domains) }
  })
  const navigate = useNavigate()
  const save = () => {
    const { Name, Devices, Groups, Tags, Tunnels, Traffic, networks, domains } = fields
    const isListed = Traffic === 'listed'
    return call(tunnels.updateExit, {
      params: { name: Name.trim() },
      body: {
        ...{ Devices, Groups, Tags, Tunnels, Traffic },
        Networks: isListed ? itemsInText(networks) : [],
        Domains: isListed ? itemsInText(domains) : [],
      },
    })
  }
  const name = fields.Name.trim()
  const nameError = before
    ? undefined
    : name === ''
      ? texts.nameEmpty
      : others.some(({ Name }) => Name === name)
        ? texts.taken
        : undefined
  return (
    <>
      <StateHead title={before?.Name ?? texts.new} state={before && exitStateWords(before)} />
      <EditForm
        words={texts}
        known={FIELDS}
        isChanged={!isIdle}
        isValid={!nameError}
        changes={tunnels.updateExit}
        save={save}
        onSaved={() =>
          start.tunnel === undefined
            ? navigate({ to: '/admin/vpn' })
            : navigate({ to: '/admin/vpn/tunnel', search: { name: start.tunnel } })
        }
        useChange={useTunnelChange}
        list="/admin/vpn"
        deletion={
          before && {
            name: before.Name,
            changes: tunnels.removeExit,
            remove: () => call(tunnels.removeExit, { params: { name: before.Name } }),
          }
        }
      >
        {(errors, tried) => (
          <>
            {!before && (
              <Section title={texts.name}>
                <TextInput
                  mt="xs"
                  aria-label={texts.name}
                  placeholder={texts.namePlaceholder}
                  value={fields.Name}
                  onChange={({ currentTarget }) => type({ Name: currentTarget.value })}
                  error={(tried && nameError) || errors.name}
                  maxLength={32}
                  autoComplete="off"
                />
              </Section>
            )}
            <Section title={texts.who} hint={texts.whoHint}>
              <SelectionFields chosen={fields} onChange={type} entries={entries} errors={errors} />
            </Section>
            <Section title={texts.tunnels} hint={texts.tunnelsHint}>
              <TunnelOrder
                chosen={fields.Tunnels}
                known={known.map(({ Name }) => Name)}
                onChange={(Tunnels) => type({ Tunnels })}
              />
              <FieldFault label={texts.tunnels} words={errors.Tunnels} />
            </Section>
            <Section title={texts.traffic}>
              <div className="fields">
                <Choice
                  label={texts.traffic}
                  options={(['all', 'listed'] as const).map((value) => ({ value, ...texts.traffics[value] }))}
                  value={fields.Traffic}
                  onChange={(Traffic) => type({ Traffic })}
                />
                {fields.Traffic === 'listed' && (
                  <>
                    <Textarea
                      label={texts.networks}
                      description={texts.networksHint}
                      rows={3}
                      value={fields.networks}
                      onChange={({ currentTarget }) => type({ networks: currentTarget.value })}
                      error={errors.Networks}
                      spellCheck={false}
                    />
                    <Textarea
                      label={texts.domains}
                      description={texts.domainsHint}
                      rows={3}
                      value={fields.domains}
                      onChange={({ currentTarget }) => type({ domains: currentTarget.value })}
                      error={errors.Domains}
                      spellCheck={false}
                    />
                  </>
                )}
              </div>
            </Section>
          </>
        )}
      </EditForm>
    </>
  )
}
