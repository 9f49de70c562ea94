import { Button } from '@mantine/core'
import { isSameRight } from '../../../../router/model/plugins/installed/right.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import styles from './Plugins.module.css'
import { PluginsUnavailable } from './PluginsScreen.tsx'
import type { Plan } from './plugin.ts'
import { DangerousLines, LabelChoices, PolicyChoices, ScopeChoices } from './Rights.tsx'
import { unavailableWords } from './state.ts'

const texts = pluginTexts.install

interface ReviewProps {
  /** As it was downloaded. */
  requested: Plan
  /** What the owner has left of it. */
  plan: Plan
  error: Error | null
  onChange: (plan: Plan) => void
  onInstall: (plan: Plan) => void
  onCancel: () => void
}

/** What a plugin requests. Each right can be given or not. */
export function Review({ requested, plan, error, onChange, onInstall, onCancel }: ReviewProps) {
  const network = requested.NetworkCapabilities
  const given = plan.NetworkCapabilities
  const grant = (part: Partial<typeof given>) => onChange({ ...plan, NetworkCapabilities: { ...given, ...part } })
  const hasNetwork = network.Policies.length + network.Groups.length + network.Tags.length > 0
  const hasScopes = requested.InstallTokenPath !== '' && requested.ScopedPaths.length > 0
  const isSomething = given.Policies.length + given.Groups.length + given.Tags.length + plan.ScopedPaths.length > 0
  // The right of an API path is not needed without that path.
  const rights = plan.Rights.filter(
    ({ Kind, Text }) => !['capture', 'api'].includes(Kind) || plan.ScopedPaths.includes(Text),
  )
  const isRefused = rights.some(({ Confirmed }) => !Confirmed)
  return (
    <>
      <p className={styles.note}>{texts.reviewHint}</p>
      <Section title={texts.about}>
        <FactList>
          <Fact name={texts.source}>{plan.GitURL}</Fact>
          <Fact name={texts.revision}>
            <code>{plan.Revision.slice(0, 12)}</code>
          </Fact>
          <Fact name={texts.pages}>
            {plan.HasUI ? (plan.SandboxedUI ? texts.hasPages : texts.unprotected) : texts.noPages}
          </Fact>
        </FactList>
      </Section>
      {!plan.RuntimeReady && (
        <PluginsUnavailable
          reason={unavailableWords({ Reason: plan.RuntimeUnavailableReason, Obstacle: plan.RuntimeObstacle })}
          hasPlugins={false}
        />
      )}
      {hasNetwork && (
        <Section title={pluginTexts.network.title} hint={pluginTexts.network.hint}>
          <PolicyChoices
            offered={network.Policies}
            given={given.Policies}
            onChange={(Policies) => grant({ Policies })}
          />
          <LabelChoices
            offered={network.Groups}
            given={given.Groups}
            onChange={(Groups) => grant({ Groups })}
            title={pluginTexts.network.group}
            hint={pluginTexts.network.groupHint}
          />
          <LabelChoices
            offered={network.Tags}
            given={given.Tags}
            onChange={(Tags) => grant({ Tags })}
            title={pluginTexts.network.tag}
            hint={pluginTexts.network.tagHint}
          />
        </Section>
      )}
      {hasScopes && (
        <Section title={pluginTexts.scopes.title} hint={pluginTexts.scopes.hint}>
          <ScopeChoices
            offered={requested.ScopedPaths}
            given={plan.ScopedPaths}
            onChange={(ScopedPaths) => onChange({ ...plan, ScopedPaths })}
          />
        </Section>
      )}
      {rights.length > 0 && (
        <Section title={pluginTexts.rights.title} hint={pluginTexts.rights.hint}>
          <DangerousLines
            rights={rights}
            onChange={(changed) => {
              const Rights = plan.Rights.map((one) => changed.find((right) => isSameRight(right, one)) ?? one)
              onChange({ ...plan, Rights })
            }}
          />
        </Section>
      )}
      {!hasNetwork && !hasScopes && plan.Rights.length === 0 && <p>{texts.nothing}</p>}
      <SaveError error={error} />
      {isRefused && (
        <p className={styles.danger} role="status">
          {texts.refused}
        </p>
      )}
      <div className={forms.buttons}>
        <Button disabled={isRefused || !plan.RuntimeReady} onClick={() => onInstall(plan)}>
          {texts.submit}
        </Button>
        {isSomething && (
          <Button
            variant="default"
            onClick={() =>
              onChange({
                ...plan,
                ScopedPaths: [],
                NetworkCapabilities: { ...given, Policies: [], Groups: [], Tags: [] },
              })
            }
          >
            {texts.nothingAllowed}
          </Button>
        )}
        <Button variant="subtle" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </>
  )
}
