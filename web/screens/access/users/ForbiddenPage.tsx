import { IconLock } from '@tabler/icons-react'
import { ownRole } from '../../../client/may.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { usersTexts } from '../../../texts/access/users.ts'

const words = usersTexts.forbidden

/** In place of a page that the role of the user has no use of. */
export const ForbiddenPage = () => (
  <Face
    icon={<IconLock size={32} stroke={1.5} />}
    title={words.title}
    hint={words.hint(usersTexts.roles[ownRole()])}
    isAlone
  >
    <ButtonLink to="/admin" variant="default">
      {words.home}
    </ButtonLink>
  </Face>
)
