import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../../../texts.ts'
import styles from './DeviceSearch.module.css'

/** The URL is updated after a pause in typing, since each update renders the whole app. */
const REST_MS = 150

/** The search field. A search from elsewhere replaces the typed text. */
export function DeviceSearch({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState(words)
  const [seen, setSeen] = useState(words)
  const [applied, setApplied] = useState(words)
  const apply = useDebouncedCallback((text: string) => {
    setApplied(text.trim())
    onChange(text.trim())
  }, REST_MS)
  if (words !== seen) {
    setSeen(words)
    if (words !== applied) setTyped(words)
  }
  const type = (text: string) => {
    setTyped(text)
    apply(text)
  }
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={texts.devices.search}
      placeholder={texts.devices.searchFor}
      leftSection={<IconSearch size={18} stroke={1.6} />}
      rightSection={typed && <CloseButton size="sm" aria-label={texts.devices.clearSearch} onClick={() => type('')} />}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
