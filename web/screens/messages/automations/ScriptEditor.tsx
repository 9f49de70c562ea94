import { autocompletion, type CompletionContext } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { typescriptLanguage } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { suggestionsAt } from './completion.ts'
import type { Declarations } from './declarations.ts'

export interface Problem {
  readonly line: number
}

interface ScriptEditorProps {
  label: string
  /** The first text. Another one needs another `key`. */
  initial: string
  onChange: (text: string) => void
  /** The cursor moves to its line. */
  problem: Problem | undefined
  declarations: Declarations | undefined
}

/** Only colours that the app uses for text: others have too little contrast. */
const highlighting = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '700' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--online)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
])

const OUTLINE = { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '-1px' }

const looks = EditorView.theme({
  '&': { fontSize: '0.875rem', color: 'var(--mantine-color-text)', backgroundColor: 'transparent' },
  // CodeMirror sets its own class, which has another outline, a moment later.
  '&:focus-within': OUTLINE,
  '&.cm-focused': OUTLINE,
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', minHeight: '18rem', maxHeight: '60vh' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'transparent', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--mantine-color-default-hover)' },
  '.cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--line)',
    maxWidth: '32rem',
    whiteSpace: 'pre-wrap',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--mantine-primary-color-contrast)',
    backgroundColor: 'var(--mantine-primary-color-filled)',
  },
})

/**
 * Replaces selected text with typed text. Chromium would give the typed text the looks of the text that it replaces, with a
 * `style` attribute, which the content policy refuses.
 */
function replaceSelection({ inputType, data }: InputEvent, view: EditorView): boolean {
  if (inputType !== 'insertText' || data === null || view.state.selection.main.empty) return false
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

/** An editor for scripts. It is in a shadow tree, where its styles need no `style` elements, which the content policy refuses. */
export function ScriptEditor({ label, initial, onChange, problem, declarations }: ScriptEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, declarations })
  latest.current = { onChange, declarations }

  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (!root) return
    const complete = ({ state, pos }: CompletionContext) => {
      const known = latest.current.declarations
      const found = known && suggestionsAt(state.sliceDoc(0, pos), known)
      return found ? { from: pos - found.length, options: [...found.options] } : null
    }
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initial,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          highlightActiveLine(),
          new LanguageSupport(typescriptLanguage),
          typescriptLanguage.data.of({ autocomplete: complete }),
          autocompletion({ icons: false }),
          syntaxHighlighting(highlighting),
          looks,
          // Tab leads to the next field, as everywhere.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.domEventHandlers({ beforeinput: replaceSelection }),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, initial])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { doc } = editor.state
    if (!problem || problem.line < 1 || problem.line > doc.lines) return
    editor.dispatch({ selection: { anchor: doc.line(problem.line).from }, scrollIntoView: true })
    editor.focus()
  }, [problem])

  return <div ref={host} />
}
