import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { marksOf, type HandlerMarks } from '../answer/handler-marks';
import { discoveryOf } from '../extension';
import { isInputDto, type InputDto } from '../input/dto';
import type { z } from 'zod';

/** A controller method that handles requests. */
export interface Handler {
  controller: string;
  method: string;
  target: object;
  marks: HandlerMarks;
  body: InputDto<z.ZodType> | null;
  query: InputDto<z.ZodType> | null;
  path: InputDto<z.ZodType> | null;
}

// Nest's metadata keys.
const BODY = 3;
const QUERY = 4;
const PARAM = 5;
const ROUTE_ARGUMENTS = '__routeArguments__';
const PATH = 'path';

/** Every HTTP handler of the application. */
export function handlersOf(app: NestFastifyApplication): Handler[] {
  const classes = new Set<new () => object>();
  for (const { metatype } of discoveryOf(app).getControllers()) {
    if (typeof metatype === 'function') classes.add(metatype as new () => object);
  }
  return [...classes].flatMap(handlersOfClass);
}

function handlersOfClass(type: new () => object): Handler[] {
  const handlers: Handler[] = [];
  const prototype = type.prototype as Record<string, unknown>;
  for (const method of methodNames(prototype)) {
    const target = prototype[method];
    if (typeof target !== 'function' || Reflect.getMetadata(PATH, target) === undefined) continue;
    const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];
    const args = (Reflect.getMetadata(ROUTE_ARGUMENTS, type, method) ?? {}) as Record<
      string,
      { index: number; data?: unknown }
    >;
    const dtoOf = (kind: number) => {
      for (const [key, { index, data }] of Object.entries(args)) {
        if (Number(key.split(':')[0]) !== kind || data !== undefined) continue;
        const candidate = types[index];
        if (isInputDto(candidate)) return candidate;
      }
      return null;
    };
    handlers.push({
      controller: type.name,
      method,
      target,
      marks: marksOf(target),
      body: dtoOf(BODY),
      query: dtoOf(QUERY),
      path: dtoOf(PARAM),
    });
  }
  return handlers;
}

function methodNames(prototype: object): string[] {
  const names = new Set<string>();
  for (let level = prototype; level && level !== Object.prototype;) {
    for (const name of Object.getOwnPropertyNames(level)) {
      const found = Object.getOwnPropertyDescriptor(level, name);
      if (name !== 'constructor' && typeof found?.value === 'function') names.add(name);
    }
    level = Object.getPrototypeOf(level) as object;
  }
  return [...names];
}
