import { Button } from '@mantine/core'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dns } from '../../../../router/model/dns/resolvers/contract.ts'
import { MOST_EXAMINED } from '../../../../router/model/dns/resolvers/examination.ts'
import type { ShownSettings } from '../../../../router/model/dns/resolvers/revision.ts'
import type { DnsProvider } from '../../../../router/model/dns/resolvers/settings.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { resolverFailureTexts } from '../../../texts/dns/resolvers/failure.ts'
import { resolverTexts } from '../../../texts/dns/resolvers.ts'
import { PresetsDialog } from './PresetsDialog.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import styles from './Providers.module.css'
import { draftOfProvider, type ProviderDraft, providerFaultOf, providerOf } from './provider.ts'
import { ServerHealth, TestResults } from './TestResults.tsx'

/** How often the health of the servers is read while it is shown. */
const LOOK_MS = 5000

const { ask: words } = dnsTexts
const KINDS = {
  all: {
    title: words.title,
    hint: words.hint,
    field: 'UpstreamProviders',
    healthField: 'Upstreams',
  },
  family: {
    title: words.familyTitle,
    hint: words.familyHint,
    field: 'FamilyProviders',
    healthField: 'FamilyUpstreams',
  },
} as const

interface ProvidersProps {
  kind: keyof typeof KINDS
  settings: ShownSettings
}

/** The upstream DNS servers. Changes apply on save only: one wrong letter would leave the home without DNS. */
export function Providers({ kind, settings }: ProvidersProps) {
  const { title, hint, field, healthField } = KINDS[kind]
  const [drafts, setDrafts] = useState<readonly ProviderDraft[]>()
  const [isTried, setTried] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const next = useRef(1000)
  const shown = drafts ?? settings[field].map(draftOfProvider)
  const { data: health } = useQuery({ ...query(dns.getDnsHealth), refetchInterval: LOOK_MS })
  const silent = (drafts ? [] : (health?.[healthField] ?? [])).filter(({ Healthy }) => !Healthy)
  const save = useAct(({ providers, test }: { providers: DnsProvider[]; test: boolean }) => {
    const { UpstreamProviders, FamilyProviders } = settings
    return call(dns.updateDnsSettings, {
      query: test ? {} : { test: 'false' },
      body: { UpstreamProviders, FamilyProviders, [field]: providers },
    })
  }, dns.getDnsSettings)
  const trial = useMutation({
    mutationFn: (Providers: DnsProvider[]) => call(dns.testDnsProviders, { body: { Providers } }),
  })
  const test = () => {
    setTried(true)
    if (!shown.some(providerFaultOf)) trial.mutate(shown.slice(0, MOST_EXAMINED).map(providerOf))
  }
  const edit = (next: readonly ProviderDraft[]) => {
    setDrafts(next)
    trial.reset()
  }
  const submit = (test: boolean) => {
    setTried(true)
    if (shown.some(providerFaultOf)) return
    save.mutate(
      { providers: shown.map(providerOf), test },
      {
        onSuccess: () => {
          setDrafts(undefined)
          setTried(false)
          trial.reset()
        },
      },
    )
  }
  const cancel = () => {
    setDrafts(undefined)
    setTried(false)
    save.reset()
    trial.reset()
  }
  const add = (some: Partial<ProviderDraft>) =>
    edit([...shown, { key: next.current++, kind: 'tls', address: '', host: '', ...some }])
  return (
    <Section
      changes={dns.updateDnsSettings}
      title={title}
      hint={hint}
      note={<SaveNote status={drafts ? 'idle' : save.status} />}
    >
      <Form onSubmit={() => submit(true)} className="stack-tight" noValidate>
        {shown.length === 0 && <p className={styles.none}>{words.none}</p>}
        {shown.map((draft, index) => (
          <ProviderFields
            key={draft.key}
            draft={draft}
            index={index + 1}
            fault={isTried ? providerFaultOf(draft) : undefined}
            onChange={(changed) => edit(shown.map((one) => (one.key === draft.key ? changed : one)))}
            {...((kind === 'family' || shown.length > 1) && {
              onRemove: () => edit(shown.filter(({ key }) => key !== draft.key)),
            })}
          />
        ))}
        {silent.map(({ IPAddress, LastFailure, Coded }) => (
          <p key={IPAddress} className={styles.silent}>
            <code>{IPAddress}</code>{' '}
            <TranslatedMessage of={LastFailure} coded={Coded} within={resolverFailureTexts.silent} />
          </p>
        ))}
        {!drafts && health && health[healthField].length > 0 && <ServerHealth servers={health[healthField]} />}
        <TestResults results={trial.data} isTesting={trial.isPending} />
        <SaveError error={save.error ?? trial.error} />
        <div className={styles.actions}>
          <span className={styles.answers}>
            <Button
              variant="default"
              leftSection={<IconWorld size={16} aria-hidden />}
              onClick={() => setChoosing(true)}
            >
              {resolverTexts.choose}
            </Button>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add({})}>
              {words.another}
            </Button>
            {shown.length > 0 && (
              <Button variant="default" loading={trial.isPending} onClick={test}>
                {resolverTexts.test}
              </Button>
            )}
          </span>
          {drafts && (
            <span className={styles.answers}>
              <Button variant="default" onClick={cancel}>
                {dnsTexts.cancel}
              </Button>
              {save.error && (
                <Button variant="default" onClick={() => submit(false)}>
                  {resolverFailureTexts.untested}
                </Button>
              )}
              <SubmitButton loading={save.isPending}>{dnsTexts.save}</SubmitButton>
            </span>
          )}
        </div>
      </Form>
      {isChoosing && (
        <PresetsDialog
          kind={kind}
          opened
          onClose={() => setChoosing(false)}
          onChoose={(providers) => edit(providers.map((one) => draftOfProvider(one, next.current++)))}
        />
      )}
    </Section>
  )
}
