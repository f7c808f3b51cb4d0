"""A short program in each of many languages, by file name: the sum of the sheaves of three fields, more or less."""

SOURCES = {
    'sheaves.c': """#include <stdio.h>

/* Counts the sheaves of a day. */
int main(void) {
  const int fields[] = {120, 96, 143};
  int sum = 0;
  for (int n = 0; n < 3; n++) sum += fields[n];
  printf("%d sheaves\\n", sum);
  return 0;
}
""",
    'sheaves.h': """#ifndef SHEAVES_H
#define SHEAVES_H
// A field and its yield.
struct field { const char *name; int sheaves; };
int total(const struct field *fields, int count);
#endif
""",
    'sheaves.cpp': """#include <numeric>
#include <vector>

template <typename T> T total(const std::vector<T> &fields) {
  return std::accumulate(fields.begin(), fields.end(), T{});  // an empty list is 0
}

int main() { return total<int>({120, 96, 143}) == 359 ? 0 : 1; }
""",
    'sheaves.hpp': """#pragma once
#include <string>

namespace harvest {
class Field {
 public:
  explicit Field(std::string name) : name_(std::move(name)) {}
 private:
  std::string name_;
};
}  // namespace harvest
""",
    'Sheaves.m': """#import <Foundation/Foundation.h>

@interface Field : NSObject
@property(nonatomic, copy) NSString *name;
@end

int main(void) {
  @autoreleasepool { NSLog(@"%@", @"359 sheaves"); }
}
""",
    'Sheaves.java': """package harvest;

import java.util.List;

/** Counts the sheaves of a day. */
public class Sheaves {
  public static void main(String[] arguments) {
    System.out.println(List.of(120, 96, 143).stream().mapToInt(Integer::intValue).sum());
  }
}
""",
    'Sheaves.kt': """data class Field(val name: String, val sheaves: Int)

fun main() {
    val fields = listOf(Field("North", 120), Field("South", 96))
    println("${fields.sumOf { it.sheaves }} sheaves")
}
""",
    'Sheaves.scala': """object Sheaves extends App {
  val fields = Map("North" -> 120, "South" -> 96)
  println(s"${fields.values.sum} sheaves") // all of them
}
""",
    'sheaves.groovy': """def fields = [North: 120, South: 96]
println "${fields.values().sum()} sheaves"
""",
    'sheaves.clj': """(ns harvest.sheaves)

(def fields {:north 120 :south 96})
(println (reduce + (vals fields)) "sheaves") ; all of them
""",
    'Sheaves.cs': """using System;
using System.Linq;

class Sheaves {
  static void Main() => Console.WriteLine($"{new[] { 120, 96, 143 }.Sum()} sheaves");
}
""",
    'Sheaves.fs': """let fields = [ "North", 120; "South", 96 ]
let total = fields |> List.sumBy snd
printfn "%d sheaves" total
""",
    'Sheaves.vb': """Module Sheaves
  Sub Main()
    Dim fields() As Integer = {120, 96, 143}
    Console.WriteLine(fields.Sum())
  End Sub
End Module
""",
    'sheaves.go': """package main

import "fmt"

func main() {
	sum := 0
	for _, sheaves := range []int{120, 96, 143} {
		sum += sheaves
	}
	fmt.Printf("%d sheaves\\n", sum)
}
""",
    'sheaves.rs': """/// Counts the sheaves of a day.
fn total(fields: &[u32]) -> u32 {
    fields.iter().sum()
}

fn main() {
    println!("{} sheaves", total(&[120, 96, 143]));
}
""",
    'sheaves.zig': """const std = @import("std");

pub fn main() void {
    var sum: u32 = 0;
    for ([_]u32{ 120, 96, 143 }) |sheaves| sum += sheaves;
    std.debug.print("{d} sheaves\\n", .{sum});
}
""",
    'sheaves.d': """import std.algorithm, std.stdio;

void main() {
  writeln([120, 96, 143].sum, " sheaves");
}
""",
    'sheaves.nim': """import std/math
let fields = @[120, 96, 143]
echo fields.sum, " sheaves"
""",
    'sheaves.js': """// Counts the sheaves of a day.
export const total = (fields) => fields.reduce((sum, { sheaves }) => sum + sheaves, 0);

console.log(`${total([{ sheaves: 120 }, { sheaves: 96 }])} sheaves`);
""",
    'sheaves.ts': """interface Field {
  name: string;
  sheaves: number;
}

export function total(fields: readonly Field[]): number {
  return fields.reduce((sum, field) => sum + field.sheaves, 0);
}
""",
    'Sheaves.vue': """<template>
  <p>{{ total }} sheaves</p>
</template>

<script setup>
const total = [120, 96, 143].reduce((a, b) => a + b);
</script>
""",
    'Sheaves.svelte': """<script>
  export let fields = [120, 96, 143];
  $: total = fields.reduce((a, b) => a + b);
</script>

<p>{total} sheaves</p>
""",
    'sheaves.css': """/* The list of fields. */
.field > h2 {
  margin: 0 auto;
  color: #8a5a00;
}
@media (max-width: 40em) { .field { display: none; } }
""",
    'sheaves.scss': """$straw: #d8b24a;
.field {
  background: lighten($straw, 20%);
  &:hover { background: $straw; }
}
""",
    'sheaves.less': """@straw: #d8b24a;
.field { color: darken(@straw, 10%); .name { font-weight: bold; } }
""",
    'sheaves.py': '''"""Counts the sheaves of a day."""

FIELDS = {'North': 120, 'South': 96}


def total(fields):
    # An empty list is 0.
    return sum(fields.values())


print(f'{total(FIELDS)} sheaves')
''',
    'sheaves.rb': """# Counts the sheaves of a day.
fields = { north: 120, south: 96 }
puts "#{fields.values.sum} sheaves"
""",
    'sheaves.pl': """#!/usr/bin/perl
use strict;
use List::Util 'sum';
my %fields = (North => 120, South => 96);
print sum(values %fields), " sheaves\\n";
""",
    'sheaves.php': """<?php
$fields = ['North' => 120, 'South' => 96];
echo array_sum($fields), " sheaves\\n";
""",
    'sheaves.lua': """-- Counts the sheaves of a day.
local sum = 0
for _, sheaves in ipairs({120, 96, 143}) do sum = sum + sheaves end
print(sum .. " sheaves")
""",
    'sheaves.sh': """#!/bin/sh
# Counts the sheaves of a day.
sum=0
for sheaves in 120 96 143; do sum=$((sum + sheaves)); done
echo "$sum sheaves"
""",
    'sheaves.bat': """@echo off
rem Counts the sheaves of a day.
set /a sum=120+96+143
echo %sum% sheaves
""",
    'sheaves.ps1': """$fields = @{ North = 120; South = 96 }
$total = ($fields.Values | Measure-Object -Sum).Sum
Write-Output "$total sheaves"
""",
    'sheaves.r': """# Counts the sheaves of a day.
fields <- c(North = 120, South = 96)
cat(sum(fields), "sheaves\\n")
""",
    'sheaves.jl': """fields = Dict("North" => 120, "South" => 96)
println(sum(values(fields)), " sheaves")
""",
    'Sheaves.hs': """module Main where

-- | Counts the sheaves of a day.
main :: IO ()
main = putStrLn (show (sum [120, 96, 143 :: Int]) ++ " sheaves")
""",
    'sheaves.ml': """(* Counts the sheaves of a day. *)
let () = Printf.printf "%d sheaves\\n" (List.fold_left ( + ) 0 [120; 96; 143])
""",
    'sheaves.erl': """-module(sheaves).
-export([main/0]).

main() -> io:format("~p sheaves~n", [lists:sum([120, 96, 143])]).
""",
    'sheaves.ex': """defmodule Sheaves do
  def total(fields), do: Enum.sum(fields)
end

IO.puts("#{Sheaves.total([120, 96, 143])} sheaves")
""",
    'sheaves.lisp': """; Counts the sheaves of a day.
(defun total (fields) (reduce #'+ fields))
(format t "~a sheaves~%" (total '(120 96 143)))
""",
    'sheaves.dart': """void main() {
  final fields = {'North': 120, 'South': 96};
  print('${fields.values.reduce((a, b) => a + b)} sheaves');
}
""",
    'sheaves.swift': """/// A field and its yield.
struct Field {
  let name: String
  let sheaves: Int
}

let fields = [Field(name: "North", sheaves: 120), Field(name: "South", sheaves: 96)]
print("\\(fields.reduce(0) { $0 + $1.sheaves }) sheaves")
""",
    'sheaves.pas': """program Sheaves;
var sum, n: integer;
begin
  sum := 0;
  for n := 1 to 3 do sum := sum + 120;
  writeln(sum, ' sheaves')
end.
""",
    'sheaves.f90': """program sheaves
  implicit none
  integer :: fields(3) = [120, 96, 143]
  print *, sum(fields), 'sheaves'   ! all of them
end program
""",
    'sheaves.asm': """; Counts the sheaves of a day.
section .text
global total
total:
        mov eax, 120
        add eax, 96
        ret
""",
    'sheaves.tcl': """# Counts the sheaves of a day.
set sum 0
foreach sheaves {120 96 143} { incr sum $sheaves }
puts "$sum sheaves"
""",
    'sheaves.sql': """-- The yield of each field.
SELECT field.name, SUM(day.sheaves) AS total
FROM field JOIN day ON day.field = field.id
WHERE day.date >= '2026-08-01' GROUP BY field.name ORDER BY total DESC;
""",
    'sheaves.graphql': """type Field { name: String! sheaves: Int! }

query Harvest($day: Date!) {
  fields(day: $day) { name sheaves }
}
""",
    'sheaves.proto': """syntax = "proto3";
package harvest;

// A field and its yield.
message Field {
  string name = 1;
  uint32 sheaves = 2;
}
""",
    'sheaves.glsl': """#version 330 core
in vec2 place;
out vec4 colour;
uniform float ripeness;
void main() { colour = vec4(mix(vec3(0.2, 0.5, 0.1), vec3(0.85, 0.7, 0.3), ripeness), 1.0); }
""",
    'sheaves.vhdl': """library ieee;
use ieee.std_logic_1164.all;

entity counter is
  port (clock : in std_logic; sheaves : out integer);
end entity;
""",
    'sheaves.v': """module counter(input clock, output reg [7:0] sheaves);
  initial sheaves = 0;
  always @(posedge clock) sheaves <= sheaves + 1; // one at a time
endmodule
""",
    'sheaves.gv': """digraph harvest {
  rankdir=LR;
  field -> sheaf -> barn [label="by cart"];
}
""",
    'sheaves.tf': """resource "barn" "north" {
  name     = "north"
  capacity = 359
  tags     = ["straw", "dry"]
}
""",
    'sheaves.nix': """{ pkgs ? import <nixpkgs> { } }:
pkgs.mkShell { buildInputs = [ pkgs.gnumake ]; } # nothing else
""",
    'sheaves.cmake': """cmake_minimum_required(VERSION 3.20)
project(sheaves C)
add_executable(sheaves sheaves.c)
install(TARGETS sheaves)
""",
    'Makefile': """CC := cc
.PHONY: all
all: sheaves ## everything

sheaves: sheaves.o
\t$(CC) -o $@ $^
""",
    'Dockerfile': """FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends make
COPY . /harvest
CMD ["make", "-C", "/harvest"]
""",
}  # fmt: skip
