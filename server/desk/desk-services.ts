import type { FastifyRequest } from 'fastify'
import type { Person } from '../../desk/api.ts'
import type { DeliveryServices } from '../projects/deliver.ts'
import type { Desk } from './desk.ts'

export interface DeskServices extends DeliveryServices {
  /** Null where projects are kept without tables. */
  readonly desk: Desk | null
  readonly brandName: string
  readonly siteDomain: string | null
  readonly now: () => Date
  readonly heartbeatMs?: number
}

/** What every route of the desk is given; `personOf` is who asks. */
export interface DeskRoutes extends DeskServices {
  readonly desk: Desk
  readonly personOf: (request: FastifyRequest) => Person
}

/** A route of one project. */
export interface ById {
  readonly Params: { readonly id: string }
}
