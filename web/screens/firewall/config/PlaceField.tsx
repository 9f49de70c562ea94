import { Autocomplete, type ComboboxItem } from '@mantine/core'
import type { ReactNode } from 'react'
import { includesWords } from '../../../parts/lists/fold.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import type { FirewallRuleField } from './fields.ts'
import { type HomeView, nameAt } from './home.ts'
import styles from './PlaceField.module.css'
import { ANY_ADDRESS, addressOfText, offersEverybody } from './place.ts'

interface PlaceFieldProps {
  field: FirewallRuleField
  name: string
  label: string
  description: string
  value: string
  error: ReactNode
  home: HomeView
  onChange: (value: string) => void
}

/** An address, typed or found by the name of the device that has it. */
export function PlaceField({ home, field, description, value, ...input }: PlaceFieldProps) {
  const known = [...new Set(home.devices.flatMap(({ RecentIP }) => RecentIP || []))]
  const called = (address: string): string =>
    address === ANY_ADDRESS ? texts.form.everybody : (nameAt(address, home) ?? texts.form.unnamed)
  /** Replaces a typed name by the address of the device with that name, or by the network of all addresses. */
  const settle = () => {
    const address = addressOfText(value, field, home)
    if (address !== value) input.onChange(address)
  }
  const isKnown = value === ANY_ADDRESS || known.includes(value)
  return (
    <Autocomplete
      {...input}
      value={value}
      description={description}
      data={offersEverybody(field) ? [ANY_ADDRESS, ...known] : known}
      filter={({ options, search }) =>
        (options as ComboboxItem[]).filter((option) =>
          search === value && isKnown ? true : includesWords(`${option.value} ${called(option.value)}`, search.trim()),
        )
      }
      renderOption={({ option }) => (
        <span className={styles.option}>
          <span>{called(option.value)}</span>
          <code>{option.value}</code>
        </span>
      )}
      rightSection={isKnown && <span className={styles.called}>{called(value)}</span>}
      rightSectionWidth={isKnown ? 150 : 0}
      rightSectionPointerEvents="none"
      limit={100}
      onBlur={settle}
      spellCheck={false}
    />
  )
}
