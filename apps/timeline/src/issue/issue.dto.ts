import { linkSolutionInput } from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class LinkSolutionDto extends createDto(linkSolutionInput) {}
