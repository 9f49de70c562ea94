import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { searchTexts as texts } from '../../../texts/home/search.ts'
import { find, type SearchResult, type SearchResultGroup } from './find.ts'
import styles from './SearchDialog.module.css'
import { useItems } from './useItems.ts'

interface SearchProps {
  onClose: () => void
  /** Shows the list of keyboard shortcuts instead. */
  onShortcuts: () => void
}

const isMain = ({ kind, detail }: SearchResult): boolean => kind === 'screen' && detail === undefined

/** Searches everything in the app: a combobox with a listbox (WAI-ARIA APG). Opens with Ctrl+K. */
export function SearchDialog({ onClose, onShortcuts }: SearchProps) {
  const [typed, setTyped] = useState('')
  // By its ID: results that arrive later move it.
  const [chosen, setChosen] = useState<string>()
  const id = useId()
  const navigate = useNavigate()
  const words = typed.trim()
  const items = useItems(words)
  const groups = useMemo(() => groupsFor(items, words), [items, words])
  const found = groups.flatMap(({ kind, items }) => (kind === 'more' ? [] : items)).length
  const all = groups.flatMap((group) => group.items)
  const active = all.find((item) => item.id === chosen) ?? all[0]
  const optionId = (item: SearchResult) => `${id}-${item.id}`

  const open = ({ opens }: SearchResult) => {
    onClose()
    if (typeof opens === 'string') return void window.open(opens, '_blank', 'noopener')
    // The focus goes to the new screen, and not back to where the search was opened.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    void navigate(opens)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active) open(active)
    else if (step && active) setChosen(all.at((all.indexOf(active) + step) % all.length)?.id)
    else return
    event.preventDefault()
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title} hasDraft={false}>
      <TextInput
        className={styles.field}
        aria-label={texts.field}
        placeholder={texts.field}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': optionId(active) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        autoFocus
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setChosen(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      {words !== '' && found === 0 && (
        <div className={styles.empty}>
          <strong>{texts.noMatch(words)}</strong>
          <span>{texts.noMatchHint}</span>
        </div>
      )}
      <div id={id} role="listbox" aria-label={texts.title} className={styles.results} hidden={all.length === 0}>
        {groups.map((group) => (
          <Results key={group.kind} group={group} active={active} optionId={optionId} onOpen={open} />
        ))}
      </div>
      <div className={styles.foot}>
        <span role="status">{words !== '' && texts.found(found)}</span>
        <Button className={styles.keys} variant="subtle" size="compact-sm" onClick={onShortcuts}>
          {texts.keys}
        </Button>
      </div>
    </Dialog>
  )
}

/** Without a query, the sections of the app. */
function groupsFor(items: readonly SearchResult[], query: string): readonly SearchResultGroup[] {
  if (query !== '')
    return [
      ...find(
        items.filter(({ kind }) => kind !== 'more'),
        query,
      ),
      { kind: 'more', items: items.filter(({ kind }) => kind === 'more') },
    ]
  return [{ kind: 'screen', items: items.filter(isMain) }]
}

interface ResultsProps {
  group: SearchResultGroup
  active: SearchResult | undefined
  optionId: (item: SearchResult) => string
  onOpen: (item: SearchResult) => void
}

function Results({ group: { kind, items }, active, optionId, onOpen }: ResultsProps) {
  const id = useId()
  if (items.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, for which HTML has optgroup in a select only
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.kind}>
        {texts.kinds[kind]}
      </div>
      {items.map((item) => (
        <Option key={item.id} id={optionId(item)} item={item} isActive={item === active} onOpen={onOpen} />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  item: SearchResult
  isActive: boolean
  onOpen: (item: SearchResult) => void
}

function Option({ id, item, isActive, onOpen }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: options are selected with aria-activedescendant
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onClick={() => onOpen(item)}
    >
      <span className={styles.name}>{item.title}</span>
      <span className={styles.detail}>
        {item.detail}
        {typeof item.opens === 'string' && <span className={styles.hidden}> ({texts.newTab})</span>}
      </span>
    </div>
  )
}
