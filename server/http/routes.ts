import type { FastifyInstance, FastifyTypeProvider } from 'fastify'
import { object, type Schema, text } from '../../desk/schema.ts'

interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends Schema<infer T> ? T : unknown
}

/** Gives requests the types that the schemas of their routes accept. */
export const withSchemas = (app: FastifyInstance) => app.withTypeProvider<SchemaTypes>()
export type Routes = ReturnType<typeof withSchemas>

/** For a route with an id in its path. */
export const byId = { params: object({ id: text() }) }
