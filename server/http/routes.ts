import type { FastifyInstance, FastifyTypeProvider } from 'fastify'
import { object, type Schema, text } from '../../desk/schema.ts'

interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends Schema<infer T> ? T : unknown
}

/** Derives the types of requests from the schemas of their routes. */
export const withSchemas = (app: FastifyInstance) => app.withTypeProvider<SchemaTypes>()
export type Routes = ReturnType<typeof withSchemas>

export const byId = { params: object({ id: text() }) }
