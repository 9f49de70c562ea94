import { Button, Textarea, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sites } from '../../../../router/model/vpn/sites/contract.ts'
import { call } from '../../../client/client.ts'
import { Deletion } from '../../../parts/dialogs/Deletion.tsx'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SwitchSection } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { StateHead } from '../../../parts/layout/StateHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { bytesOf } from '../../../parts/values/amount.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { siteTexts as texts } from '../../../texts/vpn/sites.ts'
import { ago } from '../../home/devices/ago.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { tunnelFaultWords } from '../tunnels/faultWords.ts'
import { type HouseholdSelection, SelectionFields } from '../tunnels/SelectionFields.tsx'
import styles from '../tunnels/TunnelScreen.module.css'
import { type ListedSite, useSiteChange, useSites, useSitesChange } from './useSites.ts'

/** One other home: a new one, or the one that the address names. */
export function SiteScreen() {
  const { name } = useSearch({ from: '/admin/vpn/site' })
  usePageTitle(name ?? texts.new.title)
  const reading = useSites()
  const { data } = reading
  const site = data?.find(({ Name }) => Name === name)
  return (
    <OnePage list="/admin/vpn" words={texts} query={reading}>
      {name === undefined ? <NewSite /> : site ? <Page key={name} site={site} /> : null}
    </OnePage>
  )
}

function NewSite() {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const navigate = useNavigate()
  const add = useSiteChange(name, () => navigate({ to: '/admin/vpn/site', search: { name }, replace: true }))
  const { fields, rest } = complaintOf(add.error, ['name'])
  return (
    <>
      <h1>{texts.new.title}</h1>
      <p className="quiet">{texts.hint}</p>
      <Form changes={sites.update} className="fields" noValidate onSubmit={() => add.mutate({})}>
        <Section title={texts.new.name}>
          <TextInput
            mt="xs"
            aria-label={texts.new.name}
            placeholder={texts.new.namePlaceholder}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            error={fields.name}
            maxLength={32}
            autoComplete="off"
          />
        </Section>
        <SubmitButton size="md" save={add} rest={rest} disabled={name === ''}>
          {texts.new.submit}
        </SubmitButton>
      </Form>
    </>
  )
}

function Page({ site }: { site: ListedSite }) {
  const { Name, State, Fault, Notice, Coded, Peer } = site
  return (
    <>
      <StateHead title={Name} state={texts.states[State] ?? tunnelFaultWords(Fault)} tone={State}>
        {Notice !== '' && (
          <p role="alert">
            <TranslatedMessage of={Notice} coded={Coded} />
          </p>
        )}
      </StateHead>
      <Permitted to={sites.update}>
        <OwnText site={site} />
      </Permitted>
      <Permitted to={sites.update}>
        <OtherText site={site} />
      </Permitted>
      {Peer && (
        <>
          <Details site={site} peer={Peer} />
          <Chosen site={site} which="Users" words={texts.users} />
          <Chosen site={site} which="Shared" words={texts.shared} />
        </>
      )}
      <Endpoint site={site} />
      {Peer && <Enabled site={site} />}
      <Deletion
        name={Name}
        words={texts}
        changes={sites.remove}
        useChange={useSitesChange}
        remove={() => call(sites.remove, { params: { name: Name } })}
        list="/admin/vpn"
      />
    </>
  )
}

/** The text is created again each time: it states the present networks and address. */
function OwnText({ site: { Name } }: { site: ListedSite }) {
  const read = useSiteChange(Name)
  const text = read.data?.Text
  return (
    <Section title={texts.text.title} hint={texts.text.hint}>
      {text === undefined ? (
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate({})}>
          {texts.text.show}
        </Button>
      ) : (
        <div className="fields">
          <Textarea
            aria-label={texts.text.label}
            value={text}
            readOnly
            rows={5}
            classNames={{ input: styles.config ?? '' }}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <div>
            <CopyButton text={text} />
          </div>
        </div>
      )}
      <SaveError error={read.error} />
    </Section>
  )
}

function OtherText({ site: { Name, Peer } }: { site: ListedSite }) {
  const [text, setText] = useState('')
  const connect = useSiteChange(Name, () => setText(''))
  const { fields, rest } = complaintOf(connect.error, ['Text'])
  const form = (
    <Form changes={sites.update} className="fields" noValidate onSubmit={() => connect.mutate({ Text: text })}>
      <Textarea
        aria-label={texts.other.label}
        placeholder="sallyport-site-1:…"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={fields.Text}
        rows={5}
        classNames={{ input: styles.config ?? '' }}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
      />
      <SaveError error={rest ? connect.error : null} />
      <div>
        <SubmitButton loading={connect.isPending} disabled={text.trim() === ''}>
          {texts.other.submit}
        </SubmitButton>
      </div>
    </Form>
  )
  return (
    <Section title={texts.other.title} hint={texts.other.hint}>
      {Peer ? <More label={texts.other.again}>{form}</More> : form}
    </Section>
  )
}

function Details({ site, peer }: { site: ListedSite; peer: NonNullable<ListedSite['Peer']> }) {
  const { Fingerprint, LatestHandshake, TransferRx, TransferTx } = site
  const words = texts.details
  return (
    <Section title={words.title} hint={words.compare}>
      <FactList>
        <Fact name={words.own}>
          <code>{Fingerprint}</code>
        </Fact>
        <Fact name={words.theirs}>
          <code>{peer.Fingerprint}</code>
        </Fact>
        <Fact name={words.networks}>{texts.networks(peer.Networks)}</Fact>
        <Fact name={words.endpoint}>{peer.Endpoint || words.none}</Fact>
        <Fact name={words.handshake}>
          {LatestHandshake === 0 ? words.never : ago(new Date(LatestHandshake * 1000), new Date())}
        </Fact>
        <Fact name={words.received}>{bytesOf(TransferRx)}</Fact>
        <Fact name={words.sent}>{bytesOf(TransferTx)}</Fact>
      </FactList>
    </Section>
  )
}

interface ChosenProps {
  site: ListedSite
  which: 'Users' | 'Shared'
  words: { readonly title: string; readonly hint: string }
}

/** Devices of this home that may connect to the other one, or be reached from there. */
function Chosen({ site, which, words }: ChosenProps) {
  const { entries = [] } = useEntries()
  const draft = useDraft<HouseholdSelection>(site[which])
  const save = useSiteChange(site.Name, draft.settle)
  return (
    <DraftSection
      changes={sites.update}
      title={words.title}
      hint={words.hint}
      draft={draft}
      save={save}
      onSubmit={() => save.mutate(which === 'Users' ? { Users: draft.fields } : { Shared: draft.fields })}
      error={save.error}
    >
      <SelectionFields chosen={draft.fields} onChange={draft.type} entries={entries} errors={{}} />
    </DraftSection>
  )
}

function Endpoint({ site: { Name, Endpoint: saved } }: { site: ListedSite }) {
  const draft = useDraft({ endpoint: saved })
  const save = useSiteChange(Name, draft.settle)
  const { fields, rest } = complaintOf(save.error, ['Endpoint'])
  return (
    <DraftSection
      changes={sites.update}
      title={texts.reach.title}
      draft={draft}
      save={save}
      onSubmit={() => save.mutate({ Endpoint: draft.fields.endpoint })}
      error={rest ? save.error : null}
    >
      <TextInput
        label={texts.reach.label}
        description={texts.reach.hint}
        value={draft.fields.endpoint}
        onChange={({ currentTarget }) => draft.type({ endpoint: currentTarget.value })}
        error={fields.Endpoint}
        autoComplete="off"
        spellCheck={false}
      />
    </DraftSection>
  )
}

function Enabled({ site: { Name, Enabled: isOn } }: { site: ListedSite }) {
  const change = useSitesChange((Enabled: boolean) => call(sites.update, { params: { name: Name }, body: { Enabled } }))
  return (
    <SwitchSection changes={sites.update} title={texts.enabled} hint={texts.enabledHint} saved={isOn} save={change} />
  )
}
