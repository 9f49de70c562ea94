import { z } from 'zod'
import { ROLES } from './role.ts'

// Apart from the roles, since the first load of the app needs those.

export const RoleName = z.enum(ROLES)
