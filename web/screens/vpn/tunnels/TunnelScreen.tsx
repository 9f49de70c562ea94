import { TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type IgnoredSetting, tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { call } from '../../../client/client.ts'
import { Deletion } from '../../../parts/dialogs/Deletion.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SwitchSection } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { StateHead } from '../../../parts/layout/StateHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { readOut } from '../../../parts/page/focusHeading.ts'
import { bytesOf } from '../../../parts/values/amount.ts'
import { tunnelTexts } from '../../../texts/vpn/tunnels.ts'
import { TimeAgo } from '../../home/devices/TimeAgo.tsx'
import { whereWords } from '../wireguard/peer.ts'
import { useNetworks } from '../wireguard/useWireGuard.ts'
import { ConfigField } from './ConfigField.tsx'
import { tunnelFaultWords } from './faultWords.ts'
import styles from './TunnelScreen.module.css'
import { Exits } from './Tunnels.tsx'
import { type ListedTunnel, useTunnelChange, useTunnels } from './useTunnels.ts'

const texts = tunnelTexts.one

/** One outgoing tunnel: a new one, or the one that the address names. */
export function TunnelScreen() {
  const { name } = useSearch({ from: '/admin/vpn/tunnel' })
  usePageTitle(name ?? texts.new)
  const reading = useTunnels()
  const { data } = reading
  const tunnel = data?.find(({ Name }) => Name === name)
  return (
    <OnePage list="/admin/vpn" words={{ ...texts, back: tunnelTexts.back, failed: tunnelTexts.failed }} query={reading}>
      {name === undefined ? <NewTunnel /> : tunnel ? <Page key={name} tunnel={tunnel} /> : null}
    </OnePage>
  )
}

interface Wish {
  readonly name: string
  readonly config: string
}
const save = ({ name, config }: Wish) =>
  call(tunnels.update, { params: { name: name.trim() }, body: { Config: config } })

function NewTunnel() {
  const [name, setName] = useState('')
  const [config, setConfig] = useState('')
  const navigate = useNavigate()
  const add = useTunnelChange(save, ({ Name, Ignored }) => {
    if (Ignored.length === 0) return navigate({ to: '/admin/vpn/tunnel', search: { name: Name }, replace: true })
  })
  if (add.data)
    return (
      <>
        <h1 ref={readOut} tabIndex={-1}>
          {texts.added(add.data.Name)}
        </h1>
        <Section title={texts.config}>
          <Ignored lines={add.data.Ignored} />
          <ButtonLink to="/admin/vpn/tunnel" search={{ name: add.data.Name }} mt="md">
            {texts.show}
          </ButtonLink>
        </Section>
      </>
    )
  const { fields, rest } = complaintOf(add.error, ['Config', 'name'])
  return (
    <>
      <h1>{texts.new}</h1>
      <Form changes={tunnels.update} className="fields" noValidate onSubmit={() => add.mutate({ name, config })}>
        <Section title={texts.name}>
          <TextInput
            mt="xs"
            aria-label={texts.name}
            placeholder={texts.namePlaceholder}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={fields.name}
            maxLength={32}
            autoComplete="off"
          />
        </Section>
        <Section title={texts.config} hint={texts.configHint}>
          <div className="fields">
            <ConfigField
              value={config}
              onChange={setConfig}
              onNamed={(file) => name === '' && setName(file.slice(0, 32))}
              error={fields.Config}
            />
          </div>
        </Section>
        <SubmitButton size="md" save={add} rest={rest} disabled={name.trim() === '' || config.trim() === ''}>
          {texts.submit}
        </SubmitButton>
      </Form>
    </>
  )
}

/** Lines of a file without effect. */
const Ignored = ({ lines }: { lines: readonly IgnoredSetting[] }) =>
  lines.length > 0 && (
    <div className={styles.ignored}>
      <p>{texts.ignored}</p>
      <ul>
        {lines.map(({ Line, Setting, Code }) => (
          <li key={`${Line} ${Code}`}>{texts.ignoredLine(Line, Setting, texts.ignoredBecause[Code])}</li>
        ))}
      </ul>
    </div>
  )

function Page({ tunnel }: { tunnel: ListedTunnel }) {
  const { Name, State, Fault, UsedBy } = tunnel
  return (
    <>
      <StateHead title={Name} state={tunnelTexts.states[State] ?? tunnelFaultWords(Fault)} tone={State} />
      <Exits tunnel={Name} />
      <Details tunnel={tunnel} />
      <Enabled tunnel={tunnel} />
      <Permitted to={tunnels.update}>
        <Replace tunnel={tunnel} />
      </Permitted>
      {UsedBy.length === 0 ? (
        <Deletion
          name={Name}
          words={texts}
          changes={tunnels.remove}
          useChange={useTunnelChange}
          remove={() => call(tunnels.remove, { params: { name: Name } })}
          list="/admin/vpn"
        />
      ) : (
        <Permitted to={tunnels.remove}>
          <p className="quiet">{texts.inUse(UsedBy)}</p>
        </Permitted>
      )}
    </>
  )
}

function Details({ tunnel }: { tunnel: ListedTunnel }) {
  const { Peer, ResolvedEndpoint, LatestHandshake, TransferRx, TransferTx, Addresses, DNS, Link, PublicKey } = tunnel
  const where = whereWords(ResolvedEndpoint, useNetworks([ResolvedEndpoint]))
  return (
    <Section title={texts.details}>
      <FactList>
        {Peer.Endpoint !== '' && <Fact name={texts.endpoint}>{Peer.Endpoint}</Fact>}
        {where !== '' && <Fact name={texts.network}>{where}</Fact>}
        <Fact name={texts.handshake}>
          {LatestHandshake === 0 ? texts.never : <TimeAgo at={new Date(LatestHandshake * 1000)} />}
        </Fact>
        <Fact name={texts.received}>{bytesOf(TransferRx)}</Fact>
        <Fact name={texts.sent}>{bytesOf(TransferTx)}</Fact>
        <Fact name={texts.addresses}>{Addresses.join(', ')}</Fact>
        <Fact name={texts.dns}>{DNS.length > 0 ? DNS.join(', ') : texts.dnsNone}</Fact>
        <Fact name={texts.networks}>{Peer.AllowedIPs.join(', ')}</Fact>
        <Fact name={texts.link}>
          <code>{Link}</code>
        </Fact>
        <Fact name={texts.key}>
          <code>{PublicKey}</code>
        </Fact>
      </FactList>
    </Section>
  )
}

function Enabled({ tunnel: { Name, Enabled: isOn } }: { tunnel: ListedTunnel }) {
  const change = useTunnelChange((Enabled: boolean) =>
    call(tunnels.update, { params: { name: Name }, body: { Enabled } }),
  )
  return (
    <SwitchSection changes={tunnels.update} title={texts.enabled} hint={texts.enabledHint} saved={isOn} save={change} />
  )
}

function Replace({ tunnel: { Name } }: { tunnel: ListedTunnel }) {
  const [config, setConfig] = useState('')
  const replace = useTunnelChange(save, () => setConfig(''))
  const { fields, rest } = complaintOf(replace.error, ['Config'])
  return (
    <Section
      title={texts.config}
      hint={texts.configHint}
      note={<SaveNote status={config === '' ? replace.status : 'idle'} />}
    >
      <More label={texts.configAgain}>
        <Form
          changes={tunnels.update}
          className="fields"
          noValidate
          onSubmit={() => replace.mutate({ name: Name, config })}
        >
          <ConfigField value={config} onChange={setConfig} onNamed={() => {}} error={fields.Config} />
          <SaveError error={rest ? replace.error : null} />
          <div>
            <SubmitButton loading={replace.isPending} disabled={config.trim() === ''}>
              {texts.replace}
            </SubmitButton>
          </div>
        </Form>
      </More>
      <Ignored lines={replace.data?.Ignored ?? []} />
    </Section>
  )
}
