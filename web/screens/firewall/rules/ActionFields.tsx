import { Checkbox, MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import type { Action, ActionKind } from '../../../../router/model/firewall/rules/pfwrule.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { isIp } from '../../../../router/values/ip.ts'
import { query } from '../../../client/query.ts'
import { decimalSeparator } from '../../../parts/values/amount.ts'
import { appTexts } from '../../../texts/dns/blocklists/apps.ts'
import { ruleTexts } from '../../../texts/firewall/rules.ts'
import { useKnownGroups } from '../../home/groups/useGroups.ts'
import styles from '../../home/schedules/Schedules.module.css'
import { usePlugins } from '../../plugins/installed/usePlugins.ts'

const texts = ruleTexts.form
const KINDS = Object.entries(texts.actions).map(([value, label]) => ({ value, label }))

/** An action of a kind before its fields are filled in. */
const EMPTY: { readonly [K in ActionKind]: Action & { Kind: K } } = {
  block: { Kind: 'block' },
  allow: { Kind: 'allow' },
  dns: { Kind: 'dns', Domain: '' },
  services: { Kind: 'services', Services: [] },
  safesearch: { Kind: 'safesearch', Google: true, Bing: true, DuckDuckGo: true, YouTube: 'moderate' },
  tunnel: { Kind: 'tunnel', Tunnel: '' },
  uplink: { Kind: 'uplink', Uplink: '' },
  proxy: { Kind: 'proxy', Plugin: '', Port: 8080 },
  redirect: { Kind: 'redirect', IP: '' },
  tag: { Kind: 'tag', Tag: '' },
  group: { Kind: 'group', Group: '' },
  family: { Kind: 'family' },
  limit: { Kind: 'limit', DownMbit: 5 },
  notify: { Kind: 'notify' },
}

interface ActionFieldsProps {
  action: Action
  onChange: (action: Action) => void
  /** Errors of the router by field, such as `Do.Domain`. */
  errors: Readonly<Record<string, string | undefined>>
}

/** The action of a rule, and its own fields. */
export function ActionFields({ action, onChange, errors }: ActionFieldsProps) {
  return (
    <div className="fields">
      <NativeSelect
        aria-label={texts.action}
        data={KINDS}
        value={action.Kind}
        onChange={({ currentTarget }) => onChange(EMPTY[currentTarget.value as ActionKind])}
      />
      <Own action={action} onChange={onChange} errors={errors} />
    </div>
  )
}

function Own({ action, onChange, errors }: ActionFieldsProps) {
  switch (action.Kind) {
    case 'dns': {
      const { Domain, ResultIP, ResultCNAME } = action
      const point = (text: string): Action =>
        isIp(text.trim()) ? { Kind: 'dns', Domain, ResultIP: text.trim() } : { Kind: 'dns', Domain, ResultCNAME: text }
      return (
        <>
          <TextInput
            label={texts.domain}
            value={Domain}
            onChange={({ currentTarget }) => onChange({ ...action, Domain: currentTarget.value })}
            error={errors['Do.Domain']}
            autoComplete="off"
          />
          <TextInput
            label={texts.result}
            description={texts.resultHint}
            value={ResultIP ?? ResultCNAME ?? ''}
            onChange={({ currentTarget }) => onChange(point(currentTarget.value))}
            error={errors['Do.ResultIP'] ?? errors['Do.ResultCNAME']}
            autoComplete="off"
          />
        </>
      )
    }
    case 'services':
      return <ServicesField action={action} onChange={onChange} errors={errors} />
    case 'safesearch':
      return <SafeSearchFields action={action} onChange={onChange} errors={errors} />
    case 'tunnel':
      return <TunnelField action={action} onChange={onChange} errors={errors} />
    case 'uplink':
      return <UplinkField action={action} onChange={onChange} errors={errors} />
    case 'proxy':
      return <PluginFields action={action} onChange={onChange} errors={errors} />
    case 'redirect':
      return (
        <div className={styles.pair}>
          <TextInput
            label={texts.newAddress}
            value={action.IP}
            onChange={({ currentTarget }) => onChange({ ...action, IP: currentTarget.value.trim() })}
            error={errors['Do.IP']}
            autoComplete="off"
          />
          <NumberInput
            label={texts.newPort}
            description={texts.newPortHint}
            value={action.Port ?? ''}
            onChange={(value) => onChange({ ...action, Port: Number(value) || undefined })}
            error={errors['Do.Port']}
            min={1}
            max={65_535}
            hideControls
          />
        </div>
      )
    case 'tag':
      return (
        <TextInput
          label={texts.tag}
          value={action.Tag}
          onChange={({ currentTarget }) => onChange({ ...action, Tag: currentTarget.value })}
          error={errors['Do.Tag']}
          autoComplete="off"
        />
      )
    case 'group':
      return <GroupField action={action} onChange={onChange} errors={errors} />
    case 'limit': {
      const rate = (key: 'DownMbit' | 'UpMbit', label: string) => (
        <NumberInput
          label={label}
          value={action[key] ?? ''}
          onChange={(value) => onChange({ ...action, [key]: Number(value) || undefined })}
          error={errors[`Do.${key}`]}
          min={0.1}
          max={10_000}
          decimalSeparator={decimalSeparator}
          hideControls
        />
      )
      return (
        <div className={styles.pair}>
          {rate('DownMbit', texts.down)}
          {rate('UpMbit', texts.up)}
        </div>
      )
    }
    case 'notify':
      return <p className="quiet">{texts.notifyHint}</p>
    default:
      return null
  }
}

function ServicesField({ action, onChange, errors }: ActionFieldsProps) {
  const { data } = useQuery(query(dnsBlock.services))
  if (action.Kind !== 'services') return null
  return (
    <MultiSelect
      label={texts.services}
      data={data?.Services.map(({ Id, Name }) => ({ value: Id, label: Name })) ?? []}
      value={action.Services}
      onChange={(Services) => onChange({ Kind: 'services', Services })}
      error={Object.entries(errors).find(([field]) => field.startsWith('Do.Services'))?.[1]}
      searchable
    />
  )
}

function SafeSearchFields({ action, onChange, errors }: ActionFieldsProps) {
  if (action.Kind !== 'safesearch') return null
  return (
    <>
      {(['Google', 'Bing', 'DuckDuckGo'] as const).map((engine) => (
        <Checkbox
          key={engine}
          label={appTexts.engines[engine]}
          checked={action[engine]}
          onChange={({ currentTarget: { checked } }) => onChange({ ...action, [engine]: checked })}
        />
      ))}
      <NativeSelect
        label={appTexts.youTube}
        data={Object.entries(appTexts.youTubeModes).map(([value, label]) => ({ value, label }))}
        value={action.YouTube}
        onChange={({ currentTarget }) =>
          onChange({ ...action, YouTube: currentTarget.value as keyof typeof appTexts.youTubeModes })
        }
        error={errors['Do.Google']}
      />
    </>
  )
}

interface ChoiceProps {
  label: string
  /** Undefined while they are being loaded. */
  names: readonly string[] | undefined
  chosen: string
  onChoose: (name: string) => void
  error: string | undefined
  /** Shown in place of a choice that has fewer than `least` names. */
  none: string
  least?: number
}

/** A name of several, or none yet. The chosen one is listed even if it no longer exists. */
function Choice({ label, names, chosen, onChoose, error, none, least = 1 }: ChoiceProps) {
  const all = [...new Set([...(names ?? []), chosen])].filter((name) => name !== '')
  if (names && all.length < least) return <p className="quiet">{none}</p>
  return (
    <NativeSelect
      label={label}
      data={['', ...all]}
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      error={error}
    />
  )
}

function TunnelField({ action, onChange, errors }: ActionFieldsProps) {
  const { data } = useQuery(query(tunnels.list))
  if (action.Kind !== 'tunnel') return null
  return (
    <Choice
      label={texts.tunnel}
      names={data?.map(({ Name }) => Name)}
      chosen={action.Tunnel}
      onChoose={(Tunnel) => onChange({ Kind: 'tunnel', Tunnel })}
      error={errors['Do.Tunnel']}
      none={texts.noTunnels}
    />
  )
}

function UplinkField({ action, onChange, errors }: ActionFieldsProps) {
  const { data } = useQuery(query(wan.status))
  if (action.Kind !== 'uplink') return null
  return (
    <Choice
      label={texts.uplink}
      names={data?.map(({ Iface }) => Iface)}
      chosen={action.Uplink}
      onChoose={(Uplink) => onChange({ Kind: 'uplink', Uplink })}
      error={errors['Do.Uplink']}
      none={texts.oneUplink}
      least={2}
    />
  )
}

function PluginFields({ action, onChange, errors }: ActionFieldsProps) {
  const { data } = usePlugins()
  if (action.Kind !== 'proxy') return null
  const { Plugin, Port } = action
  const names = data?.filter(({ ComposeFilePath }) => ComposeFilePath !== '').map(({ Name }) => Name)
  if (names?.length === 0 && Plugin === '') return <p className="quiet">{texts.noPlugins}</p>
  return (
    <div className={styles.pair}>
      <Choice
        label={texts.plugin}
        names={names}
        chosen={Plugin}
        onChoose={(Plugin) => onChange({ ...action, Plugin })}
        error={errors['Do.Plugin']}
        none={texts.noPlugins}
      />
      <NumberInput
        label={texts.pluginPort}
        value={Port}
        onChange={(value) => onChange({ ...action, Port: Number(value) || 8080 })}
        error={errors['Do.Port']}
        min={1}
        max={65_535}
        hideControls
      />
    </div>
  )
}

function GroupField({ action, onChange, errors }: ActionFieldsProps) {
  const groups = useKnownGroups()
  if (action.Kind !== 'group') return null
  return (
    <Choice
      label={texts.group}
      names={groups.map(({ Name }) => Name)}
      chosen={action.Group}
      onChoose={(Group) => onChange({ Kind: 'group', Group })}
      error={errors['Do.Group']}
      none={texts.noGroups}
    />
  )
}
