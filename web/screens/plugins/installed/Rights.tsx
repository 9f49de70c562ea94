import type { NetworkCapabilities } from '../../../../router/model/plugins/installed/plugin.ts'
import { SwitchField } from '../../../parts/forms/SwitchField.tsx'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import styles from './Plugins.module.css'
import type { Right } from './plugin.ts'
import { rightWords } from './rightWords.ts'
import { scopeWords } from './scopes.ts'

const texts = pluginTexts

const toggled = <T,>(list: readonly T[], one: T, on: boolean): T[] =>
  on ? [...list, one] : list.filter((other) => other !== one)

type Policy = NetworkCapabilities['Policies'][number]

interface PolicyChoicesProps {
  /** Those to choose from. */
  offered: readonly Policy[]
  given: readonly Policy[]
  onChange: (given: Policy[]) => void
}

/** A switch for each policy of the plugin's network. */
export const PolicyChoices = ({ offered, given, onChange }: PolicyChoicesProps) =>
  offered.map((policy) => (
    <SwitchField
      key={policy}
      label={
        <>
          {texts.network.names[policy].title} <code className={styles.code}>{policy}</code>
        </>
      }
      hint={texts.network.names[policy].hint}
      checked={given.includes(policy)}
      onChange={(on) => onChange(toggled(given, policy, on))}
    />
  ))

interface LabelChoicesProps {
  offered: readonly string[]
  given: readonly string[]
  onChange: (given: string[]) => void
  title: (name: string) => string
  hint: string
}

/** A switch for each requested group or tag. */
export const LabelChoices = ({ offered, given, onChange, title, hint }: LabelChoicesProps) =>
  offered.map((name) => (
    <SwitchField
      key={name}
      label={title(name)}
      hint={hint}
      checked={given.includes(name)}
      onChange={(on) => onChange(toggled(given, name, on))}
    />
  ))

interface ScopeChoicesProps {
  offered: readonly string[]
  given: readonly string[]
  onChange: (given: string[]) => void
}

/** A switch for each requested path of the plugin's API token. */
export const ScopeChoices = ({ offered, given, onChange }: ScopeChoicesProps) =>
  offered.map((scope) => {
    const { what, right } = scopeWords(scope)
    return (
      <SwitchField
        key={scope}
        label={texts.scopes.area(what, right)}
        hint={<code>{scope}</code>}
        checked={given.includes(scope)}
        onChange={(on) => onChange(toggled(given, scope, on))}
      />
    )
  })

interface DangerousLinesProps {
  rights: readonly Right[]
  onChange: (rights: Right[]) => void
}

/** A switch for each line of a compose file that requires more than the usual confinement permits. */
export const DangerousLines = ({ rights, onChange }: DangerousLinesProps) =>
  rights.map((right, index) => (
    <SwitchField
      // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is reviewed
      key={index}
      isDangerous
      label={rightWords(right)}
      hint={<ComposeLine right={right} />}
      checked={right.Confirmed === true}
      onChange={(Confirmed) => onChange(rights.map((one) => (one === right ? { ...one, Confirmed } : one)))}
    />
  ))

/** The line of the compose file. */
export const ComposeLine = ({ right: { Service, Line: line, Text } }: { right: Right }) => (
  <>
    <code className={styles.line}>{Text}</code>
    {texts.rights.line(Service, line)}
  </>
)
