import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../parts/navigation/lazyScreen.ts'
import { openShortcuts, SINGLE_KEYS } from '../parts/navigation/shortcut.ts'
import { texts } from '../texts.ts'

const SearchDialog = lazyPart(() => import('../screens/home/search/SearchDialog.tsx'), 'SearchDialog')
const ShortcutList = lazyPart(() => import('../screens/home/search/ShortcutList.tsx'), 'ShortcutList')

const TYPED_IN = 'input, textarea, select, [contenteditable], dialog'

/** Whether a single key is a shortcut, and not input. */
const isPlain = (): boolean =>
  localStorage.getItem(SINGLE_KEYS) !== 'off' &&
  !document.activeElement?.closest(TYPED_IN) &&
  !document.querySelector('dialog[open]')

/** The search button, and the dialogs that keyboard shortcuts open. */
export function Shortcuts() {
  const [open, setOpen] = useState<'search' | 'list'>()
  const navigate = useNavigate()
  useEffect(() => {
    const press = openShortcuts()
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const shortcut = press(event, isPlain(), event.timeStamp)
      if (shortcut === undefined) return
      event.preventDefault()
      if (shortcut === 'search' || shortcut === 'list') setOpen(shortcut)
      else void navigate({ to: shortcut })
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [navigate])
  const close = () => setOpen(undefined)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.shell.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        title={texts.shell.searchKeys}
        onClick={() => setOpen('search')}
      >
        <IconSearch size={20} stroke={1.6} />
      </ActionIcon>
      <Suspense>
        {open === 'search' && <SearchDialog onClose={close} onShortcuts={() => setOpen('list')} />}
        {open === 'list' && <ShortcutList onClose={close} />}
      </Suspense>
    </>
  )
}
