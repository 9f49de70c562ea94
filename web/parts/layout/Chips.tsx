import styles from './Chips.module.css'

interface ChipsProps {
  words: readonly string[]
  /** `policy` for what a device may do, `label` for a group or tag. */
  kind: 'policy' | 'label'
}

export const Chips = ({ words, kind }: ChipsProps) =>
  words.map((word) => (
    <span key={word} className={styles.chip} data-kind={kind}>
      {word}
    </span>
  ))
