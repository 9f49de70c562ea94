import { MantineThemeProvider } from '@mantine/core'
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../navigation/lazyScreen.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** True while an action must be waited for: Escape does not close the dialog then. */
  isBusy?: boolean
  /** Whether Escape requires a confirmation before it discards changed values. */
  hasDraft?: boolean
  children: ReactNode
}

/** The browser shows nothing above a modal dialog that is outside of it: lists of fields are rendered inside. */
const IN_PLACE = { defaultProps: { withinPortal: false } }
const inside = { components: { Combobox: IN_PLACE, Popover: IN_PLACE } }

const DiscardQuestion = lazyPart(() => import('./DiscardQuestion.tsx'), 'DiscardQuestion')

/**
 * A modal dialog. Uses the native element, which traps the focus. Escape closes only the topmost layer: an open list, the question whether to
 * discard what was entered, or the dialog.
 */
export function Dialog({ opened, onClose, title, isBusy = false, hasDraft = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // The values before the first key or click in the dialog. Loaded values are no draft.
  const before = useRef<string>(undefined)
  const focused = useRef<Element>(null)
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  useEffect(() => {
    before.current = undefined
    focused.current = null
    setAsking(false)
    if (!opened) return dialog.current?.close()
    dialog.current?.showModal()
    // It focuses the first control, unless another one has the attribute `autofocus`, which React does not set.
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [opened])
  const touch = () => {
    if (hasDraft && dialog.current) before.current ??= valuesIn(dialog.current)
  }
  // Before the next key: without a focus, Escape would not reach the dialog.
  useLayoutEffect(() => {
    if (!isAsking && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isAsking])
  const keepEditing = () => setAsking(false)
  const tryClose = () => {
    if (isBusy || !dialog.current) return
    if (isAsking) return keepEditing()
    const isChanged = before.current !== undefined && before.current !== valuesIn(dialog.current)
    if (!isChanged) return dialog.current.close()
    focused.current = document.activeElement
    setAsking(true)
  }
  const onKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    touch()
    // A key that ends the composition of a character belongs to it.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // Browsers close a dialog at Escape, also at the second one whose `cancel` event was prevented.
    event.preventDefault()
    if (!hasOpenLayer(event.currentTarget)) tryClose()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDownCapture={onKey}
      onPointerDownCapture={touch}
      // By another way than Escape, such as the back gesture of a phone.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        tryClose()
      }}
      {...(isBusy && { closedby: 'none' })}
    >
      <div hidden={isAsking}>
        <h2 id={isAsking ? undefined : id}>{title}</h2>
        <MantineThemeProvider theme={inside} inherit>
          {children}
        </MantineThemeProvider>
      </div>
      {isAsking && (
        <Suspense>
          <DiscardQuestion id={id} onKeep={keepEditing} onDiscard={() => dialog.current?.close()} />
        </Suspense>
      )}
    </dialog>
  )
}

const FIELDS = ['input:not([type=search])', 'select', 'textarea'].join()

/** The values of the fields in an element, as one text to compare. Without search fields, whose text is not saved. */
function valuesIn(element: HTMLElement): string {
  const fields = [...element.querySelectorAll<HTMLInputElement>(FIELDS)]
  const values = fields.map(({ type, checked, value }) => (type === 'checkbox' || type === 'radio' ? checked : value))
  // The entries of a field with several are not in its input.
  const entries = [...element.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent)
  return JSON.stringify([values, entries])
}

/** Controls whose list or menu is open: it is above the dialog, and closes first. */
const OPEN_LAYER = '[aria-haspopup][aria-expanded="true"], [data-mantine-stop-propagation]'

const hasOpenLayer = (element: HTMLElement): boolean => element.querySelector(OPEN_LAYER) !== null
