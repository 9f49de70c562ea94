import { labelOf } from '../../../../router/model/home/groups/group.ts'
import { labelComplaint } from '../../../parts/forms/label.ts'
import { groupTexts } from '../../../texts/home/groups.ts'

/** What is wrong with a name for a new group, in a sentence; undefined when the router will take it. */
export function nameComplaint(typed: string, taken: readonly string[]): string | undefined {
  const name = labelOf(typed)
  if (name === '') return groupTexts.nameEmpty
  return taken.includes(name) ? groupTexts.nameTaken(name) : labelComplaint([name])
}
