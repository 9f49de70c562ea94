/** A cell of a CSV file (RFC 4180). A text that spreadsheets would calculate as a formula begins with an apostrophe. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of a CSV file, with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join()}\r\n`
