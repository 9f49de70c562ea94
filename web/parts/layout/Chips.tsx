import styles from './Chips.module.css'

interface ChipsProps {
  words: readonly string[]
  /** `policy` is what a device may do, `label` whom it belongs with. */
  kind: 'policy' | 'label'
}

export const Chips = ({ words, kind }: ChipsProps) =>
  words.map((word) => (
    <span key={word} className={styles.chip} data-kind={kind}>
      {word}
    </span>
  ))
