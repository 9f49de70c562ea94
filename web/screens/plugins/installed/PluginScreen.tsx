import { Button, Switch, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { plugins } from '../../../../router/model/plugins/installed/contract.ts'
import { PLUGIN_POLICIES } from '../../../../router/model/plugins/installed/plugin.ts'
import { call } from '../../../client/client.ts'
import { Deletion } from '../../../parts/dialogs/Deletion.tsx'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { SettingSection } from '../../../parts/forms/SettingSection.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import { useKnownGroups } from '../../home/groups/useGroups.ts'
import styles from './Plugins.module.css'
import { hasPages, installedOf, type Plugin } from './plugin.ts'
import { ComposeLine, PolicyChoices } from './Rights.tsx'
import { rightWords } from './rightWords.ts'
import { linesInText, scopeWords } from './scopes.ts'
import { stateOfPlugin, unavailableWords } from './state.ts'
import { Update } from './Update.tsx'
import { savePlugin, useEngine, usePluginChange, usePlugins, useRuntime } from './usePlugins.ts'

const texts = pluginTexts.one

/** One plugin: its state, its rights, and its removal. */
export function PluginScreen() {
  const { name } = useParams({ from: '/admin/plugins/$name' })
  const reading = usePlugins()
  const { data } = reading
  const plugin = installedOf(data ?? []).find(({ Name }) => Name === name)
  usePageTitle(plugin?.Name ?? pluginTexts.title)
  return (
    <OnePage
      list="/admin/plugins"
      words={{ ...texts, back: pluginTexts.back, failed: pluginTexts.failed }}
      query={reading}
    >
      {plugin ? (
        <>
          <Head plugin={plugin} />
          {plugin.ComposeFilePath !== '' && <Network plugin={plugin} />}
          {plugin.InstallTokenPath !== '' && <Scopes plugin={plugin} />}
          {plugin.Rights !== undefined && plugin.Rights.length > 0 && <Confirmed rights={plugin.Rights} />}
          <About plugin={plugin} />
          <Deletion
            name={plugin.Name}
            words={texts}
            useChange={usePluginChange}
            remove={() => call(plugins.removeApi, { params: { name: plugin.Name }, body: {} })}
            list="/admin/plugins"
          />
        </>
      ) : null}
    </OnePage>
  )
}

/** Its state, and what can be done with its containers. */
function Head({ plugin }: { plugin: Plugin }) {
  const { Name, URI, Enabled, ComposeFilePath } = plugin
  const runtime = useRuntime()
  const engine = useEngine(ComposeFilePath !== '')
  const state = stateOfPlugin(plugin, engine, runtime?.Ready)
  const enable = usePluginChange((next: boolean) => savePlugin({ ...plugin, Enabled: next }))
  const restart = usePluginChange(() => call(plugins.restart, { params: { name: Name } }))
  const isBusy = enable.isPending || restart.isPending
  return (
    <>
      <div>
        <h1>{Name}</h1>
        <p className={styles.state} data-state={state.kind} role="status">
          {isBusy ? pluginTexts.state.changing : state.words}
        </p>
        {Enabled && runtime?.Ready === false && <p className={styles.note}>{unavailableWords(runtime)}</p>}
      </div>
      <Section title={texts.actions}>
        <div className={forms.form}>
          <Switch
            size="md"
            label={texts.run}
            disabled={isBusy}
            checked={enable.isPending ? enable.variables : Enabled}
            onChange={({ currentTarget }) => enable.mutate(currentTarget.checked)}
          />
          <div className={forms.buttons}>
            {hasPages(plugin) && (
              <ButtonLink to="/admin/custom_plugin/$" params={{ _splat: `${URI}/` }}>
                {texts.open}
              </ButtonLink>
            )}
            {Enabled && ComposeFilePath !== '' && (
              <Button variant="default" loading={restart.isPending} onClick={() => restart.mutate()}>
                {texts.restart}
              </Button>
            )}
          </div>
          {restart.isSuccess && <p role="status">{texts.restarted}</p>}
          <SaveError error={enable.error ?? restart.error} />
          {ComposeFilePath !== '' && <Update plugin={plugin} />}
        </div>
      </Section>
    </>
  )
}

/** What its network may reach. Each change is saved immediately. */
function Network({ plugin }: { plugin: Plugin }) {
  const known = useKnownGroups()
  const given = plugin.NetworkCapabilities
  const save = usePluginChange((part: Partial<typeof given>) =>
    savePlugin({ ...plugin, NetworkCapabilities: { ...given, ...part } }),
  )
  const { Policies, Groups, Tags } = { ...given, ...(save.isPending && save.variables) }
  return (
    <SettingSection title={pluginTexts.network.title} hint={pluginTexts.network.hint} save={save}>
      <PolicyChoices offered={PLUGIN_POLICIES} given={Policies} onChange={(next) => save.mutate({ Policies: next })} />
      <More label={pluginTexts.network.more} isOpen={Groups.length + Tags.length > 0}>
        <div className="stack">
          <div>
            <p>{pluginTexts.network.groups}</p>
            <LabelsField
              label={pluginTexts.network.groups}
              labels={Groups}
              known={known.map(({ Name }) => Name)}
              onChange={(next) => save.mutate({ Groups: next })}
            />
          </div>
          <div>
            <p>{pluginTexts.network.tags}</p>
            <LabelsField
              label={pluginTexts.network.tags}
              labels={Tags}
              known={[]}
              onChange={(next) => save.mutate({ Tags: next })}
            />
          </div>
        </div>
      </More>
    </SettingSection>
  )
}

/** The paths of its API token. */
function Scopes({ plugin }: { plugin: Plugin }) {
  const draft = useDraft({ paths: plugin.ScopedPaths.join('\n') })
  const save = usePluginChange((ScopedPaths: string[]) => savePlugin({ ...plugin, ScopedPaths }), draft.settle)
  const { fields, rest } = complaintOf(save.error, ['ScopedPaths'])
  return (
    <Section title={pluginTexts.scopes.title} hint={pluginTexts.scopes.hint} note={<SaveNote status={save.status} />}>
      <ul>
        {plugin.ScopedPaths.map((scope) => {
          const { what, right } = scopeWords(scope)
          return <li key={scope}>{pluginTexts.scopes.area(what, right)}</li>
        })}
      </ul>
      <DraftForm
        draft={draft}
        save={save}
        onSubmit={() => save.mutate(linesInText(draft.fields.paths))}
        error={rest === '' ? null : save.error}
      >
        <Textarea
          label={pluginTexts.scopes.paths}
          description={pluginTexts.scopes.pathsHint}
          value={draft.fields.paths}
          rows={Math.max(2, plugin.ScopedPaths.length + 1)}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ currentTarget }) => draft.type({ paths: currentTarget.value })}
          error={fields.ScopedPaths}
        />
      </DraftForm>
    </Section>
  )
}

/** The dangerous lines that the owner has allowed. */
const Confirmed = ({ rights }: { rights: NonNullable<Plugin['Rights']> }) => (
  <Section title={pluginTexts.rights.title} hint={pluginTexts.rights.allowed}>
    <ul className="stack-tight">
      {rights.map((right) => (
        <li key={`${right.Service} ${right.Text}`}>
          {rightWords(right)}
          <ComposeLine right={right} />
        </li>
      ))}
    </ul>
  </Section>
)

const About = ({ plugin: { GitURL, Revision = '', URI, NetworkCapabilities } }: { plugin: Plugin }) => (
  <Section title={pluginTexts.install.about}>
    <FactList>
      {GitURL !== '' && <Fact name={pluginTexts.install.source}>{GitURL}</Fact>}
      {Revision !== '' && (
        <Fact name={pluginTexts.install.revision}>
          <code>{Revision.slice(0, 12)}</code>
        </Fact>
      )}
      {URI !== '' && (
        <Fact name={texts.path}>
          <code>/plugins/{URI}/</code>
        </Fact>
      )}
      {NetworkCapabilities.Subnet !== '' && <Fact name={texts.addresses}>{NetworkCapabilities.Subnet}</Fact>}
    </FactList>
  </Section>
)
