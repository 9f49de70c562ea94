import { Switch } from '@mantine/core'
import { IconPlus, IconPuzzle } from '@tabler/icons-react'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { pluginTexts as texts } from '../../../texts/plugins/plugins.ts'
import { Plus } from '../plus/Plus.tsx'
import styles from './Plugins.module.css'
import { hasPages, installedOf, type Plugin } from './plugin.ts'
import { type PluginState, stateOfPlugin, unavailableWords } from './state.ts'
import { savePlugin, useEngine, usePluginChange, usePlugins, useRuntime } from './usePlugins.ts'

/** Installed plugins with their state, and PLUS. */
export function PluginsScreen() {
  const { data, error, refetch } = usePlugins()
  const runtime = useRuntime()
  const installed = installedOf(data ?? [])
  const engine = useEngine(installed.length > 0)
  usePageTitle(texts.title)
  return (
    <>
      <ScreenHead title={texts.title} hint={texts.hint}>
        <ButtonLink to="/admin/add-plugin" leftSection={<IconPlus size={18} aria-hidden />}>
          {texts.add}
        </ButtonLink>
      </ScreenHead>
      <div className={styles.page}>
        {runtime?.Ready === false && (
          <PluginsUnavailable reason={unavailableWords(runtime)} hasPlugins={installed.length > 0} />
        )}
        {data && installed.length === 0 && (
          <Face icon={<IconPuzzle size={32} stroke={1.5} />} title={texts.empty} hint={texts.emptyHint} />
        )}
        {installed.length > 0 && (
          <Section title={texts.list.title}>
            <ul className={styles.list}>
              {installed.map((plugin) => (
                <Row key={plugin.Name} plugin={plugin} state={stateOfPlugin(plugin, engine, runtime?.Ready)} />
              ))}
            </ul>
          </Section>
        )}
        {!data && <LoadState title={texts.failed} query={{ error, refetch }} height={240} radius="lg" />}
        {data && <Plus plugins={data} />}
      </div>
    </>
  )
}

/** Why no plugin can run. */
export const PluginsUnavailable = ({ reason, hasPlugins }: { reason: string; hasPlugins: boolean }) => (
  <Section title={texts.unavailable}>
    <div className={forms.form} role="status">
      <p>{reason}</p>
      {hasPlugins && <p className={styles.note}>{texts.unavailableHint}</p>}
    </div>
  </Section>
)

function Row({ plugin, state }: { plugin: Plugin; state: PluginState }) {
  const { Name, URI } = plugin
  const enable = usePluginChange((Enabled: boolean) => savePlugin({ ...plugin, Enabled }))
  return (
    <li className={styles.row}>
      <Switch
        size="md"
        aria-label={texts.list.enabled(Name)}
        disabled={enable.isPending}
        checked={enable.isPending ? enable.variables : plugin.Enabled}
        onChange={({ currentTarget }) => enable.mutate(currentTarget.checked)}
      />
      <div className={styles.words}>
        <strong>{Name}</strong>
        <p className={styles.state} data-state={state.kind} role="status">
          {enable.isPending ? texts.state.changing : state.words}
        </p>
        <SaveError error={enable.error} />
      </div>
      <div className={styles.actions}>
        {hasPages(plugin) && (
          <ButtonLink
            to="/admin/custom_plugin/$"
            params={{ _splat: `${URI}/` }}
            variant="default"
            size="xs"
            aria-label={texts.list.openLabel(Name)}
          >
            {texts.list.open}
          </ButtonLink>
        )}
        <ButtonLink
          to="/admin/plugins/$name"
          params={{ name: Name }}
          variant="default"
          size="xs"
          aria-label={texts.list.settingsLabel(Name)}
        >
          {texts.list.settings}
        </ButtonLink>
      </div>
    </li>
  )
}
