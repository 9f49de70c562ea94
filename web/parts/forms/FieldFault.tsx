import styles from './SaveNote.module.css'

/** The error of a field that is not one input, such as a group of checkboxes. Nothing without one. */
export const FieldFault = ({ label, words }: { label: string; words: string | undefined }) =>
  words !== undefined && (
    // The focus moves here after an attempt to submit the form.
    <p className={styles.error} role="alert" tabIndex={-1} data-fault={label}>
      {words}
    </p>
  )
