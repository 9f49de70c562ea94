import { Autocomplete, NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { POLICIES } from '../../../../../router/model/home/devices/device.ts'
import { labelOf } from '../../../../../router/model/home/groups/group.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { labelComplaint } from '../../../../parts/forms/label.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { devicesTexts } from '../../../../texts/home/devices/list.ts'
import { texts } from '../../../../texts.ts'
import { useKnownGroups } from '../../groups/useGroups.ts'
import type { ShownDevice } from '../entry.ts'
import { CHOICES } from '../policies.ts'
import { labelTags } from '../tag.ts'
import styles from './Bulk.module.css'
import { BulkRemove } from './BulkRemove.tsx'
import type { BulkChange } from './bulk.ts'
import { useBulk } from './useBulk.ts'

const words = devicesTexts.bulk
type Kind = BulkChange['kind']
const KINDS: readonly Kind[] = ['group', 'policy', 'tag']

/** Actions for all selected devices. Stays visible while selecting. */
export function Bulk({ chosen, all }: { chosen: readonly ShownDevice[]; all: readonly ShownDevice[] }) {
  const [way, setWay] = useState<'add' | 'remove'>('add')
  const [kind, setKind] = useState<Kind>('group')
  const [policy, setPolicy] = useState('wan')
  const [typed, setTyped] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const groups = useKnownGroups().map(({ Name }) => Name)
  const bulk = useBulk()

  const known = kind === 'group' ? groups : [...new Set(all.flatMap(({ device }) => labelTags(device.DeviceTags)))]
  const apply = () => {
    const change = changeOf(kind, way === 'add', kind === 'policy' ? policy : labelOf(typed))
    const wrong = change && kind !== 'policy' ? labelComplaint([change.label]) : undefined
    setComplaint(wrong)
    if (change && wrong === undefined) bulk.mutate({ entries: chosen, change })
  }

  return (
    <section className={styles.bar} aria-label={words.title}>
      <div className={styles.head}>
        <p className={styles.count} role="status">
          {chosen.length === 0 ? words.none : words.selected(chosen.length)}
          {bulk.isSuccess && <span className={styles.done}> {words.done(bulk.data)}</span>}
        </p>
        <BulkRemove chosen={chosen} />
      </div>
      <Form onSubmit={apply} className={styles.form} noValidate>
        <SegmentedControl
          size="sm"
          aria-label={words.way}
          value={way}
          onChange={setWay}
          data={[
            { value: 'add', label: words.add },
            { value: 'remove', label: words.remove },
          ]}
        />
        <NativeSelect
          aria-label={words.kind}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(KINDS.find((one) => one === currentTarget.value) ?? 'group')
            setTyped('')
            setComplaint(undefined)
          }}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
        {kind === 'policy' ? (
          <NativeSelect
            className={styles.label}
            aria-label={words.labels.policy}
            value={policy}
            onChange={({ currentTarget }) => setPolicy(currentTarget.value)}
            data={CHOICES.map((value) => ({ value, label: texts.policies[value].title }))}
          />
        ) : (
          <Autocomplete
            className={styles.label}
            aria-label={words.labels[kind]}
            placeholder={words.labels[kind]}
            value={typed}
            onChange={setTyped}
            data={known.toSorted()}
            error={complaint}
          />
        )}
        <SubmitButton loading={bulk.isPending} disabled={chosen.length === 0}>
          {words.apply}
        </SubmitButton>
      </Form>
      <SaveError error={bulk.error} />
    </section>
  )
}

/** Undefined if there is nothing to add or remove. */
function changeOf(kind: Kind, add: boolean, label: string): BulkChange | undefined {
  if (label === '') return undefined
  if (kind !== 'policy') return { kind, add, label }
  const policy = POLICIES.find((one) => one === label)
  return policy && { kind, add, label: policy }
}
