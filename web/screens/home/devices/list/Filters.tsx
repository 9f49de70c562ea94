import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { POLICIES } from '../../../../../router/model/home/devices/device.ts'
import { byName } from '../../../../parts/lists/natural.ts'
import { devicesTexts as words } from '../../../../texts/home/devices/list.ts'
import { texts } from '../../../../texts.ts'
import type { ShownDevice } from '../entry.ts'
import { CHOICES } from '../policies.ts'
import { labelTags } from '../tag.ts'
import styles from './Filters.module.css'
import { DEVICE_FILTERS, filtersIn, NO_GROUP, ORDERS, type WantedDevices, wantedOf } from './searchParams.ts'

interface FiltersProps {
  wanted: WantedDevices
  entries: readonly ShownDevice[]
  /** The present filters; empty fields have no effect. */
  onChange: (wanted: WantedDevices) => void
}

/** Where there is room for all filters: beyond the width in the style sheet. */
const WIDE = '(min-width: 52.01em)'

/** Filters and order. Collapsed on narrow screens. */
export function Filters({ wanted, entries, onChange }: FiltersProps) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  const choose = (field: keyof WantedDevices) => (value: string) => onChange(wantedOf({ ...wanted, [field]: value }))
  const policies = [...CHOICES, ...POLICIES.filter((policy) => policy === 'api')]
  return (
    <>
      <Button
        variant="default"
        className={styles.toggle}
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} />}
        onClick={toggle}
      >
        {words.filtersOpen(filtersIn(wanted))}
      </Button>
      {(isOpen || isWide) && (
        <fieldset className={styles.filters}>
          <legend className={styles.legend}>{words.filters}</legend>
          <Choice
            label={words.is}
            value={wanted.is}
            onChange={choose('is')}
            data={[['', words.any], ...DEVICE_FILTERS.map((kind) => [kind, words.statuses[kind]] as const)]}
          />
          <Choice
            label={words.group}
            value={wanted.group}
            onChange={choose('group')}
            data={[
              ['', words.anyGroup],
              [NO_GROUP, words.noGroup],
              ...labels(
                entries.flatMap(({ device }) => device.Groups),
                wanted.group,
              ),
            ]}
          />
          <Choice
            label={words.policy}
            value={wanted.policy}
            onChange={choose('policy')}
            data={[['', words.anyPolicy], ...policies.map((policy) => [policy, texts.policies[policy].chip] as const)]}
          />
          <Choice
            label={words.tag}
            value={wanted.tag}
            onChange={choose('tag')}
            data={[
              ['', words.anyTag],
              ...labels(
                entries.flatMap(({ device }) => labelTags(device.DeviceTags)),
                wanted.tag,
              ),
            ]}
          />
          <Choice
            label={words.by}
            value={wanted.by}
            onChange={choose('by')}
            data={ORDERS.map((order) => [order === 'status' ? '' : order, words.orders[order]] as const)}
          />
        </fieldset>
      )}
    </>
  )
}

/** All labels without duplicates, including the selected one if no device has it any more. */
const labels = (all: readonly string[], wanted: string | undefined): (readonly [string, string])[] =>
  [...new Set(wanted === undefined || wanted === NO_GROUP ? all : [...all, wanted])]
    .sort(byName)
    .map((one) => [one, one])

interface ChoiceProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  data: readonly (readonly [string, string])[]
}

const Choice = ({ label, value = '', onChange, data }: ChoiceProps) => (
  <NativeSelect
    label={label}
    size="sm"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={data.map(([value, label]) => ({ value, label }))}
    data-chosen={value !== '' || undefined}
  />
)
