import { Autocomplete, Checkbox, Input, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { CustomInterfaceRule } from '../../../../router/model/firewall/config/configrule.ts'
import { DomainInput } from '../../../parts/forms/DomainInput.tsx'
import { LabelsField } from '../../../parts/forms/LabelsField.tsx'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { labelTags } from '../../home/devices/tag.ts'
import { useKnownGroups } from '../../home/groups/useGroups.ts'
import type { FirewallRuleField } from './fields.ts'
import type { HomeView } from './home.ts'
import { PlaceField } from './PlaceField.tsx'
import styles from './RuleField.module.css'
import type { FirewallRuleKind } from './rule.ts'

interface RuleFieldProps {
  kind: FirewallRuleKind
  field: FirewallRuleField
  value: unknown
  /** What is wrong with it, without the field’s name. */
  complaint: string | undefined
  home: HomeView
  onChange: (value: unknown) => void
}

const POLICIES = CustomInterfaceRule.shape.Policies.element.options

/** One field of a rule, with the form control for it. */
export function RuleField({ kind, field, value, complaint, home, onChange }: RuleFieldProps) {
  const { name, control } = field
  const groups = useKnownGroups()
  const { label, hint } = texts.form.fieldOf(kind, name)
  const error = complaint === undefined ? undefined : `${label} ${complaint}.`
  const text = { name, label, description: hint, error, value: String(value), autoComplete: 'off' }
  const typed = ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value)
  switch (control) {
    case 'protocol':
      return (
        <Input.Wrapper label={label} labelElement="div" error={error}>
          <SegmentedControl
            className={styles.protocol}
            aria-label={label}
            value={String(value)}
            onChange={onChange}
            data={[
              { value: 'tcp', label: 'TCP' },
              { value: 'udp', label: 'UDP' },
            ]}
          />
        </Input.Wrapper>
      )
    case 'device':
    case 'place':
      return <PlaceField {...text} field={field} home={home} onChange={onChange} />
    case 'link':
      return <Autocomplete {...text} data={[...(home.links ?? [])]} onChange={onChange} spellCheck={false} />
    case 'tags':
    case 'groups': {
      const known =
        control === 'tags'
          ? home.devices.flatMap((device) => labelTags(device.DeviceTags))
          : groups.map(({ Name }) => Name)
      return (
        <Input.Wrapper label={label} labelElement="div" description={hint} error={error}>
          <LabelsField label={label} labels={value as string[]} known={known} onChange={onChange} />
        </Input.Wrapper>
      )
    }
    case 'policies':
      return (
        <Checkbox.Group label={label} description={hint} value={value as string[]} onChange={onChange} error={error}>
          <div className={styles.policies}>
            {POLICIES.map((policy) => (
              <Checkbox
                key={policy}
                value={policy}
                label={
                  <>
                    {texts.policies[policy].label} <code className={styles.code}>{policy}</code>
                  </>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )
    case 'switch':
      return (
        <Switch
          size="md"
          label={label}
          description={hint}
          checked={Boolean(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'domain':
      return <DomainInput {...text} onChange={onChange} maxLength={256} />
    default:
      return <TextInput {...text} onChange={typed} maxLength={256} spellCheck={control === 'words'} />
  }
}
