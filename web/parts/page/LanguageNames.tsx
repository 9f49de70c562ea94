import { languageTexts as texts } from '../../texts/language.ts'
import { choose, LANGUAGES, type Language } from '../values/language.ts'
import styles from './LanguageNames.module.css'

const ALL = Object.entries(LANGUAGES) as [Language, string][]

/** All languages in a row, each with its own name. A press opens the present page in that language. */
export const LanguageNames = () => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
  <div className={styles.names} role="group" aria-label={texts.choose}>
    {ALL.map(([language, name]) => (
      <button
        key={language}
        type="button"
        lang={language}
        aria-pressed={language === texts.code}
        onClick={() => choose(language)}
      >
        {name}
      </button>
    ))}
  </div>
)
