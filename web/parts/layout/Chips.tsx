import styles from './Chips.module.css'

interface ChipsProps {
  words: readonly string[]
  /** `policy` for policies, `label` for groups and tags. */
  kind: 'policy' | 'label'
}

export const Chips = ({ words, kind }: ChipsProps) =>
  words.map((word) => (
    <span key={word} className={styles.chip} data-kind={kind}>
      {word}
    </span>
  ))
