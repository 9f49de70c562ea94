import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { alertTexts } from '../../../../texts/messages/alerts.ts'

/** Opens the editor of a rule. */
export const EditLink = ({ name, ruleId }: { name: string; ruleId: string }) => (
  <Permitted to={alerts.replace}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={alertTexts.rules.edit(name)}
      title={alertTexts.rules.edit(name)}
      renderRoot={(props) => <Link to="/admin/alerts/rule" search={{ rule: ruleId }} {...props} />}
    >
      <IconPencil size={18} stroke={1.6} />
    </ActionIcon>
  </Permitted>
)
