/** Texts of the field for a certificate authority. */
export const authorityTexts = {
  label: 'Certificate authority',
  hint: 'PEM text. Only for a server whose certificate no public authority has signed.',
}
