import { Button, Loader, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { plugins } from '../../../../router/model/plugins/installed/contract.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { SwitchField } from '../../../parts/forms/SwitchField.tsx'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import styles from './Plugins.module.css'
import { hasPages, type Plan, type Plugin } from './plugin.ts'
import { Review } from './Review.tsx'
import { usePluginChange } from './usePlugins.ts'

const texts = pluginTexts.install

/** Installs a plugin: its address, the review of what it requests, and the result. */
export function InstallScreen() {
  const [requested, setRequested] = useState<Plan>()
  const [plan, setPlan] = useState<Plan>()
  const [done, setDone] = useState<Plugin>()
  const install = usePluginChange(
    (granted: Plan) => call(plugins.completeInstall, { body: granted }),
    (all) => setDone(all.find(({ Name }) => Name === plan?.Name)),
  )
  const review = (downloaded: Plan) => {
    setRequested(downloaded)
    setPlan(downloaded)
  }
  const again = () => {
    setPlan(undefined)
    setDone(undefined)
    install.reset()
  }
  usePageTitle(texts.title)
  return (
    <div className={styles.page}>
      <BackLink to="/admin/plugins">{pluginTexts.back}</BackLink>
      <h1>{plan && !done ? texts.review(plan.Name) : texts.title}</h1>
      {done ? (
        <Done plugin={done} onAgain={again} />
      ) : install.isPending ? (
        <Working words={texts.installing(install.variables.Name)} hint={texts.installingHint} />
      ) : requested && plan ? (
        <Review
          requested={requested}
          plan={plan}
          error={install.error}
          onChange={setPlan}
          onInstall={install.mutate}
          onCancel={again}
        />
      ) : (
        <Address onPlan={review} />
      )}
    </div>
  )
}

function Address({ onPlan }: { onPlan: (plan: Plan) => void }) {
  const { url = '' } = useSearch({ from: '/admin/add-plugin' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(url)
  const [isAtHome, setAtHome] = useState(false)
  const download = usePluginChange(
    (URL: string) => call(plugins.downloadInfo, { body: isAtHome ? { URL, AllowPrivate: true } : URL }),
    onPlan,
  )
  const submit = () => {
    const address = typed.trim()
    // Kept while the owner sets up one-time codes, which this needs.
    void navigate({ to: '/admin/add-plugin', search: { url: address }, replace: true })
    download.mutate(address)
  }
  const { fields, rest } = complaintOf(download.error, ['body'])
  return (
    <Section title={texts.source} hint={texts.hint}>
      <Form className={forms.form} noValidate onSubmit={submit}>
        <TextInput
          type="url"
          label={texts.address}
          placeholder={texts.addressPlaceholder}
          description={texts.addressHint}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAtHome(false)
            download.reset()
          }}
          error={fields.body}
          disabled={download.isPending}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SaveError error={rest === '' ? null : download.error} />
        {(isAtHome || /is a private address/.test(rest)) && (
          <SwitchField label={texts.atHome} hint={texts.atHomeHint} checked={isAtHome} onChange={setAtHome} />
        )}
        {download.isPending ? (
          <Working words={texts.downloading} />
        ) : (
          <div>
            <SubmitButton>{texts.download}</SubmitButton>
          </div>
        )}
      </Form>
    </Section>
  )
}

const Working = ({ words, hint }: { words: string; hint?: string }) => (
  <div className={styles.busy} role="status">
    <Loader size="sm" aria-hidden />
    <div>
      <p>{words}</p>
      {hint && <p className={styles.note}>{hint}</p>}
    </div>
  </div>
)

const Done = ({ plugin, onAgain }: { plugin: Plugin; onAgain: () => void }) => (
  <Section title={plugin.Name}>
    <div className={forms.form}>
      <p role="status">{texts.done(plugin.Name)}</p>
      <div className={forms.buttons}>
        {hasPages(plugin) && (
          <ButtonLink to="/admin/custom_plugin/$" params={{ _splat: `${plugin.URI}/` }}>
            {texts.open}
          </ButtonLink>
        )}
        <ButtonLink to="/admin/plugins/$name" params={{ name: plugin.Name }} variant="default">
          {texts.settings}
        </ButtonLink>
        <Button variant="subtle" onClick={onAgain}>
          {texts.another}
        </Button>
      </div>
    </div>
  </Section>
)
