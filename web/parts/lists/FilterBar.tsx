import { CloseButton, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import styles from './FilterBar.module.css'

/** The search field and filters above a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
}

/** The most characters that the router accepts as a search. */
const MOST = 128

/** A search field with a button that clears it. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <TextInput
    type="search"
    className={styles.search}
    aria-label={label}
    placeholder={label}
    maxLength={MOST}
    leftSection={<IconSearch size={18} stroke={1.6} />}
    rightSection={
      value !== '' && <CloseButton size="sm" aria-label={texts.devices.clearSearch} onClick={() => onChange('')} />
    }
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

interface OneOrAllProps {
  label: string
  /** Whether the label is visible, not only for screen readers. */
  isLabelShown?: boolean
  /** The label of the first entry, which clears the filter. */
  all: string
  options: readonly { readonly value: string; readonly label: string }[]
  /** Undefined for all. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const ALL = ''

/** A select with one entry for all. A value that is not among the options is added to them. */
export const OneOrAll = ({ label, isLabelShown = false, all, options, value, onChange }: OneOrAllProps) => (
  <Select
    className={styles.select}
    {...(isLabelShown ? { label } : { 'aria-label': label })}
    data={[
      { value: ALL, label: all },
      ...options,
      ...(value === undefined || options.some((option) => option.value === value) ? [] : [{ value, label: value }]),
    ]}
    value={value ?? ALL}
    onChange={(next) => onChange(next === null || next === ALL ? undefined : next)}
    allowDeselect={false}
    searchable
  />
)

interface ChosenFilterProps {
  children: ReactNode
  clear: string
  onClear: () => void
}

/** A filter that was chosen elsewhere than in a field, and a button that clears it. */
export const ChosenFilter = ({ children, clear, onClear }: ChosenFilterProps) => (
  <span className={styles.chosen}>
    {children}
    <CloseButton size="sm" aria-label={clear} onClick={onClear} />
  </span>
)
