import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dns } from '../../../../router/features/dns/contract.ts'
import type { ShownSettings } from '../../../../router/features/dns/revision.ts'
import type { DnsProvider } from '../../../../router/features/dns/settings.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../texts/dns.ts'
import { texts as healthTexts } from '../../../texts/health.ts'
import { useAct } from '../useFilter.ts'
import { ProviderFields } from './ProviderFields.tsx'
import styles from './Providers.module.css'
import { type Draft, draftOf, faultOf, providerOf, WELL_KNOWN, WELL_KNOWN_FAMILY } from './provider.ts'

const { ask: words } = dnsTexts
const KINDS = {
  all: {
    title: words.title,
    hint: words.hint,
    field: 'UpstreamProviders',
    healthField: 'Upstreams',
    known: WELL_KNOWN,
  },
  family: {
    title: words.familyTitle,
    hint: words.familyHint,
    field: 'FamilyProviders',
    healthField: 'FamilyUpstreams',
    known: WELL_KNOWN_FAMILY,
  },
} as const

interface ProvidersProps {
  kind: keyof typeof KINDS
  settings: ShownSettings
}

/** The upstream DNS servers. Changes apply on save only: one wrong letter would leave the home without DNS. */
export function Providers({ kind, settings }: ProvidersProps) {
  const { title, hint, field, healthField, known } = KINDS[kind]
  const [drafts, setDrafts] = useState<readonly Draft[]>()
  const [isTried, setTried] = useState(false)
  const next = useRef(1000)
  const shown = drafts ?? settings[field].map(draftOf)
  const { data: health } = useQuery(query(dns.getDnsHealth))
  const silent = (drafts ? [] : (health?.[healthField] ?? [])).filter(({ Healthy }) => !Healthy)
  const save = useAct(({ providers, test }: { providers: DnsProvider[]; test: boolean }) => {
    const { UpstreamProviders, FamilyProviders } = settings
    return call(dns.updateDnsSettings, {
      query: test ? {} : { test: 'false' },
      body: { UpstreamProviders, FamilyProviders, [field]: providers },
    })
  }, dns.getDnsSettings)
  const submit = (test: boolean) => {
    setTried(true)
    if (shown.some(faultOf)) return
    save.mutate(
      { providers: shown.map(providerOf), test },
      {
        onSuccess: () => {
          setDrafts(undefined)
          setTried(false)
        },
      },
    )
  }
  const cancel = () => {
    setDrafts(undefined)
    setTried(false)
    save.reset()
  }
  const add = (some: Partial<Draft>) =>
    setDrafts([...shown, { key: next.current++, kind: 'tls', address: '', host: '', ...some }])
  return (
    <Section title={title} hint={hint} note={<SaveNote status={drafts ? 'idle' : save.status} />}>
      <form action={() => submit(true)} className={styles.form} noValidate>
        {shown.length === 0 && <p className={styles.none}>{words.none}</p>}
        {shown.map((draft, index) => (
          <ProviderFields
            key={draft.key}
            draft={draft}
            index={index + 1}
            fault={isTried ? faultOf(draft) : undefined}
            onChange={(changed) => setDrafts(shown.map((one) => (one.key === draft.key ? changed : one)))}
            {...((kind === 'family' || shown.length > 1) && {
              onRemove: () => setDrafts(shown.filter(({ key }) => key !== draft.key)),
            })}
          />
        ))}
        {silent.map(({ IPAddress, LastFailure }) => (
          <p key={IPAddress} className={styles.silent}>
            <code>{IPAddress}</code> {healthTexts.silent(LastFailure)}
          </p>
        ))}
        <SaveError error={save.error} />
        <div className={styles.actions}>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
                {words.another}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {known.map(({ name, address, host }) => (
                <Menu.Item key={name} onClick={() => add({ address, host })}>
                  {name}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => add({})}>{words.own}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {drafts && (
            <span className={styles.answers}>
              <Button variant="default" onClick={cancel}>
                {dnsTexts.cancel}
              </Button>
              {save.error && (
                <Button variant="default" onClick={() => submit(false)}>
                  {healthTexts.untested}
                </Button>
              )}
              <Button type="submit" loading={save.isPending}>
                {dnsTexts.save}
              </Button>
            </span>
          )}
        </div>
      </form>
    </Section>
  )
}
